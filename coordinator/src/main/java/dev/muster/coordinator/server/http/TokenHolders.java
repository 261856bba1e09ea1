package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.TokenProof;
import dev.muster.common.status.Memoized;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.TokenTable;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which token: those that the process was given, and those in the table, which is read once a second at most,
 * whatever is requested. A token is looked up by its hash, so the time that takes reveals nothing about it.
 */
public final class TokenHolders {

    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final String BEARER = "Bearer ";

    private final boolean open;
    private final Map<String, Role> given = new HashMap<>();
    private final Supplier<Map<String, AccessToken>> table;
    private final InstantSource clock;
    private final Memoized<Map<String, AccessToken>> stored;
    private @Nullable Map<String, AccessToken> last;

    /**
     * @param admin null where anyone may do everything
     * @param worker null for none
     * @param table the other tokens that are not revoked, by their hash
     */
    public TokenHolders(@Nullable String admin, @Nullable String worker, Supplier<Map<String, AccessToken>> table,
            InstantSource clock, Ticker ticker) {
        this.open = admin == null;
        if (worker != null) {
            given.put(TokenTable.hash(worker), Role.WORKER);
        }
        if (admin != null) {
            given.put(TokenTable.hash(admin), Role.ADMIN);
        }
        this.table = table;
        this.clock = clock;
        this.stored = new Memoized<>(this::read, KEPT, ticker);
    }

    /**
     * Returns who holds a token; empty when it is unknown.
     *
     * @param authorization the {@code Authorization} header
     * @param address that the request comes from
     */
    Optional<Requester> caller(@Nullable String authorization, String address) {
        return holder(hash(authorization), address);
    }

    /** Returns the hash of the token in an {@code Authorization} header; empty text for none. */
    static String hash(@Nullable String authorization) {
        return authorization == null || !authorization.startsWith(BEARER) ? ""
                : TokenTable.hash(authorization.substring(BEARER.length()));
    }

    /**
     * Returns the proof that the token that this process was given is known here; empty for others.
     *
     * @param id see {@link TokenProof#id}
     */
    Optional<String> proof(String id, String nonce, int port) {
        return given.keySet().stream().filter(hash -> TokenProof.id(hash).equals(id)).findFirst()
                .map(hash -> TokenProof.of(hash, nonce, port));
    }

    /** Returns who holds the token of a hash; empty when it is unknown. */
    Optional<Requester> holder(String hash, String address) {
        if (open) {
            return Optional.of(new Requester(Requester.ANYONE, Role.ADMIN, address));
        }
        var role = given.get(hash);
        if (role != null) {
            return Optional.of(new Requester(role == Role.ADMIN ? Requester.ADMIN : Requester.WORKER, role, address));
        }
        return Optional.ofNullable(stored.get().get(hash)).filter(token -> token.isValid(clock.instant()))
                .map(token -> new Requester(token.name(), token.role(), address));
    }

    /** Makes the next request read the table. */
    void changed() {
        stored.forget();
    }

    /** While PostgreSQL is away, no token can have been revoked. */
    private Map<String, AccessToken> read() {
        try {
            last = table.get();
            return last;
        } catch (StoreException e) {
            if (last == null) {
                throw e;
            }
            return last;
        }
    }
}
