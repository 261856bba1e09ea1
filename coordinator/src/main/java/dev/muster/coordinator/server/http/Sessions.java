package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.coordinator.store.TokenTable;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of pages: a page sends the key of one in a header, never in a cookie, which browsers send to every port of a
 * host. A session stands for a token that a person gave once. The token is looked up at every request, so a revoked one
 * ends its sessions. They end with the process, too. Only hashes are kept, of keys and of tokens.
 */
final class Sessions {

    static final String HEADER = "Muster-Session";
    private static final Duration LASTS = Duration.ofHours(12);
    private static final Duration INVITED = Duration.ofMinutes(10);
    private static final int MOST = 10_000;
    /** Of one token; who begins more ends the oldest of them. */
    private static final int MOST_OF_ONE = 100;

    /** @param holder the hash of the token that it stands for */
    private record Session(String holder, Instant ends) {}

    private final InstantSource clock;
    private final Map<String, Session> invited = bounded();
    private final Map<String, Session> open = bounded();

    Sessions(InstantSource clock) {
        this.clock = clock;
    }

    private static Map<String, Session> bounded() {
        return Collections.synchronizedMap(new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
                return size() > MOST;
            }
        });
    }

    /**
     * Begins a session and returns its key.
     *
     * @param holder the hash of a token
     */
    String begin(String holder) {
        var key = random();
        synchronized (open) {
            var same = open.entrySet().stream().filter(each -> each.getValue().holder.equals(holder))
                    .map(Map.Entry::getKey).toList();
            same.stream().limit(Math.max(0, same.size() + 1 - MOST_OF_ONE)).forEach(open::remove);
            open.put(TokenTable.hash(key), new Session(holder, clock.instant().plus(LASTS)));
        }
        return key;
    }

    void end(@Nullable String key) {
        if (key != null) {
            open.remove(TokenTable.hash(key));
        }
    }

    /** Returns the hash of the token that a session stands for; empty text without one. */
    String holder(@Nullable String key) {
        var session = key == null ? null : open.get(TokenTable.hash(key));
        return session == null || !clock.instant().isBefore(session.ends) ? "" : session.holder;
    }

    /** Returns a key that begins one session, once and soon. */
    String invite(String holder) {
        var key = random();
        invited.put(TokenTable.hash(key), new Session(holder, clock.instant().plus(INVITED)));
        return key;
    }

    /** Begins the session of an invitation; empty when there is none. */
    Optional<String> redeem(String invitation) {
        return Optional.ofNullable(invited.remove(TokenTable.hash(invitation)))
                .filter(each -> clock.instant().isBefore(each.ends)).map(each -> begin(each.holder));
    }

    /** Returns 256 random bits in hexadecimal. */
    static String random() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
