package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.bundle.Sha256;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The {@code tokens} table, for one fleet. It has the SHA-256 of each token: whoever reads the table has none. */
public record TokenTable(Database database, Writes writes, String fleet) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;
    /** Lets scanners for secrets recognize a token. */
    private static final String PREFIX = "muster_";
    private static final String COLUMNS = "id, name, role, created_at, created_by, expires_at, revoked_at";

    public static String random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static String hash(String token) {
        return Sha256.of(token.getBytes(StandardCharsets.UTF_8));
    }

    public AccessToken.Made create(AccessToken.Wanted wanted, Requester by) {
        var token = random();
        var hash = hash(token);
        return writes.write(connection -> {
            AuditTable.add(connection, fleet, Deed.of(by, "token create " + wanted.role().wire(), wanted.name()));
            return new AccessToken.Made(token, Database.list(connection, """
                    INSERT INTO tokens (hash, id, fleet, name, role, created_by, expires_at)
                    VALUES (@hash, @id, @fleet, @name, @role, @by, now() + make_interval(secs => @seconds))
                    RETURNING $COLUMNS
                    """.replace("$COLUMNS", COLUMNS), TokenTable::token, "hash", hash, "id", hash.substring(0, 8),
                    "fleet", fleet, "name", wanted.name(), "role", wanted.role().wire(), "by", by.name(), "seconds",
                    wanted.lasts() == null ? null : (double) wanted.lasts().toSeconds()).getFirst());
        });
    }

    /** Newest first. */
    public List<AccessToken> all() {
        return database.list("SELECT " + COLUMNS + " FROM tokens WHERE fleet = @fleet ORDER BY created_at DESC, id",
                TokenTable::token, "fleet", fleet);
    }

    /** Returns the tokens that open something now, by their hash. */
    public Map<String, AccessToken> valid() {
        record Hashed(String hash, AccessToken token) {}
        return database.list("SELECT hash, " + COLUMNS + " FROM tokens WHERE fleet = @fleet AND revoked_at IS NULL",
                row -> new Hashed(row.getString("hash"), token(row)), "fleet", fleet).stream()
                .collect(Collectors.toUnmodifiableMap(Hashed::hash, Hashed::token));
    }

    /**
     * @param which an id, or a name of which all tokens are revoked
     * @return those that were not revoked before
     */
    public List<AccessToken> revoke(String which, Requester by) {
        return writes.write(connection -> {
            var revoked = Database.list(connection, """
                    UPDATE tokens SET revoked_at = now()
                    WHERE fleet = @fleet AND (id = @which OR name = @which) AND revoked_at IS NULL
                    RETURNING $COLUMNS
                    """.replace("$COLUMNS", COLUMNS), TokenTable::token, "fleet", fleet, "which", which);
            for (var each : revoked) {
                AuditTable.add(connection, fleet, Deed.of(by, "token revoke " + each.id(), each.name()));
            }
            return revoked;
        });
    }

    private static AccessToken token(ResultSet row) throws SQLException {
        return new AccessToken(row.getString("id"), row.getString("name"), Role.of(row.getString("role")),
                row.getTimestamp("created_at").toInstant(), row.getString("created_by"),
                instant(row.getTimestamp("expires_at")), instant(row.getTimestamp("revoked_at")));
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}
