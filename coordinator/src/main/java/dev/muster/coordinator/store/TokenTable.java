package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.bundle.Sha256;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.MadeToken;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RevokedTokens;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.TokenRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The {@code tokens} table, for one fleet. It has the SHA-256 of each token, so its readers have no token. */
public final class TokenTable {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;
    /** Lets scanners for secrets recognize a token. */
    private static final String PREFIX = "muster_";
    private static final String COLUMNS = "id, name, role, created_at, created_by, expires_at, revoked_at";

    /**
     * Which tokens some tokens made, and these in turn. A row says the name of its maker, so of several tokens of a name each
     * admin's counts that was valid then; a coordinator takes a revoked one for another moment.
     */
    private static final String MADE = """
            WITH RECURSIVE made AS (
                SELECT hash, name, role, created_at, LEAST(revoked_at, expires_at) + interval '1 minute' AS ended
                FROM tokens WHERE fleet = @fleet AND (id = @which OR name = @which)
                UNION
                SELECT child.hash, child.name, child.role, child.created_at,
                    LEAST(child.revoked_at, child.expires_at) + interval '1 minute'
                FROM made JOIN tokens child ON child.created_by = made.name AND child.created_at >= made.created_at
                    AND (made.ended IS NULL OR child.created_at <= made.ended)
                WHERE made.role = 'admin' AND child.fleet = @fleet
            )
            """;
    private final Database database;
    private final Writes writes;
    private final String fleet;

    public TokenTable(Database database, Writes writes, String fleet) {
        this.database = database;
        this.writes = writes;
        this.fleet = fleet;
    }

    public static String random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static String hash(String token) {
        return Sha256.of(token.getBytes(StandardCharsets.UTF_8));
    }

    public MadeToken create(TokenRequest requested, Requester by) {
        var token = random();
        var hash = hash(token);
        return writes.write(connection -> {
            AuditTable.add(connection, fleet, Deed.of(by, "token create " + requested.role().wire(), requested.name()));
            return new MadeToken(token, Database.list(connection, """
                    INSERT INTO tokens (hash, id, fleet, name, role, created_by, expires_at)
                    VALUES (@hash, @id, @fleet, @name, @role, @by, now() + make_interval(secs => @seconds))
                    RETURNING $COLUMNS
                    """.replace("$COLUMNS", COLUMNS), TokenTable::token, "hash", hash, "id", hash.substring(0, 8),
                    "fleet", fleet, "name", requested.name(), "role", requested.role().wire(), "by", by.name(),
                    "seconds",
                    requested.lasts() == null ? null : (double) requested.lasts().toSeconds()).getFirst());
        });
    }

    /** Newest first. */
    public List<AccessToken> all() {
        return database.list("SELECT " + COLUMNS + " FROM tokens WHERE fleet = @fleet ORDER BY created_at DESC, id",
                TokenTable::token, "fleet", fleet);
    }

    /** Returns the tokens that open something now, by their hash. */
    public Map<String, AccessToken> valid() {

        return database.list("SELECT hash, " + COLUMNS + " FROM tokens WHERE fleet = @fleet AND revoked_at IS NULL",
                row -> new HashedToken(row.getString("hash"), token(row)), "fleet", fleet).stream()
                .collect(Collectors.toUnmodifiableMap(HashedToken::hash, HashedToken::token));
    }

    /**
     * @param which an id, or a name of which all tokens are revoked
     * @param withMade whether to revoke what these tokens made, too, even if they were revoked before
     */
    public RevokedTokens revoke(String which, boolean withMade, Requester by) {
        return writes.write(connection -> {
            var revoked = Database.list(connection, (MADE + """
                    UPDATE tokens SET revoked_at = now()
                    WHERE fleet = @fleet AND revoked_at IS NULL AND (id = @which OR name = @which
                        OR @with_made AND hash IN (SELECT hash FROM made))
                    RETURNING $COLUMNS
                    """).replace("$COLUMNS", COLUMNS), TokenTable::token, "fleet", fleet, "which", which, "with_made",
                    withMade);
            for (var each : revoked) {
                AuditTable.add(connection, fleet, Deed.of(by, "token revoke " + each.id(), each.name()));
            }
            return new RevokedTokens(revoked, made(connection, which));
        });
    }

    private List<AccessToken> made(Connection connection, String which) throws SQLException {
        return Database.list(connection, (MADE + """
                SELECT $COLUMNS FROM tokens WHERE fleet = @fleet AND hash IN (SELECT hash FROM made)
                    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
                ORDER BY created_at, id
                """).replace("$COLUMNS", COLUMNS), TokenTable::token, "fleet", fleet, "which", which);
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
