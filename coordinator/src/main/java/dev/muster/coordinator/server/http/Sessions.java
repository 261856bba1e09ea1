package dev.muster.coordinator.server.http;

import module java.base;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of browsers: a cookie stands for the {@code Authorization} header that a person gave once. The token behind it
 * is looked up at every request, so a revoked one ends its sessions. They end with the process, too.
 */
final class Sessions {

    /** Followed by the port: browsers keep one jar for all ports of a host. */
    private static final String COOKIE = "muster_session_";
    private static final Duration LASTS = Duration.ofHours(12);
    private static final Duration INVITED = Duration.ofMinutes(10);
    private static final int MOST = 10_000;
    /** Of one token; who begins more ends the oldest of them. */
    private static final int MOST_OF_ONE = 100;

    private record Session(String authorization, Instant ends) {}

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

    /** Begins a session and gives its cookie to the browser. */
    void begin(String authorization, Context context) {
        var id = random();
        synchronized (open) {
            var same = open.entrySet().stream().filter(each -> each.getValue().authorization.equals(authorization))
                    .map(Map.Entry::getKey).toList();
            same.stream().limit(Math.max(0, same.size() + 1 - MOST_OF_ONE)).forEach(open::remove);
            open.put(id, new Session(authorization, clock.instant().plus(LASTS)));
        }
        context.cookie(cookie(id, (int) LASTS.toSeconds(), context));
    }

    void end(Context context) {
        Optional.ofNullable(context.cookie(name(context))).ifPresent(open::remove);
        context.cookie(cookie("", 0, context));
    }

    /** Returns the header that the browser's session stands for; null without one. */
    @Nullable
    String authorization(Context context) {
        var id = context.cookie(name(context));
        var session = id == null ? null : open.get(id);
        return session == null || !clock.instant().isBefore(session.ends) ? null : session.authorization;
    }

    /** Returns a key that begins one session, once and soon. */
    String invite(String authorization) {
        var key = random();
        invited.put(key, new Session(authorization, clock.instant().plus(INVITED)));
        return key;
    }

    /** Begins the session of an invitation; returns whether there was one. */
    boolean redeem(String key, Context context) {
        var invitation = invited.remove(key);
        if (invitation == null || !clock.instant().isBefore(invitation.ends)) {
            return false;
        }
        begin(invitation.authorization, context);
        return true;
    }

    /** Returns 256 random bits in hexadecimal. */
    static String random() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Cookie cookie(String value, int seconds, Context context) {
        return new Cookie(name(context), value, "/", seconds, isSecure(context), true, null, SameSite.STRICT);
    }

    /** Also behind a proxy that ends TLS: a page or the proxy says so, and who lies says it of no cookie but the own. */
    private static boolean isSecure(Context context) {
        return context.req().isSecure() || "https".equals(context.header("X-Forwarded-Proto"))
                || Objects.requireNonNullElse(context.header("Origin"), "").startsWith("https:");
    }

    private static String name(Context context) {
        return COOKIE + context.req().getLocalPort();
    }
}
