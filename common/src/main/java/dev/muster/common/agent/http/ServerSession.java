package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Cookie;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * The session of one conversation on its servers: their cookies, each of which goes only where its server allows it to
 * go (RFC 6265), and headers such as {@code X-Session-Id}, which go back to the same origin. Another conversation never
 * has them.
 */
public final class ServerSession {

    /** The one of the conversation that a call belongs to. */
    public static final ScopedValue<ServerSession> OF_CALL = ScopedValue.newInstance();

    private static final int MOST = 50;
    private static final int LONGEST = 4_096;
    /** A shorter value is no secret, and masking it would hide too much. */
    private static final int SECRET = 8;
    /** Of a header, which may also be a word, a date or a number. */
    private static final int SECRET_HEADER = 16;
    private static final Pattern HEADER = Pattern.compile("(?i)(?:[a-z0-9-]+-)?(?:session|conversation)-id");
    /** Its protocol says when it is sent, and when it ends. */
    private static final String OF_MCP = "mcp-session-id";

    private final Map<String, Cookie> cookies = new LinkedHashMap<>();
    private final Map<Origin, Map<String, String>> headers = new HashMap<>();

    private record Origin(String scheme, String host, int port) {

        static Origin of(HttpUrl url) {
            return new Origin(url.scheme(), url.host(), url.port());
        }
    }

    /** Returns the cookies that a request to this address sends; an empty text for nothing. */
    synchronized String cookies(HttpUrl url) {
        long now = System.currentTimeMillis();
        return cookies.values().stream().filter(cookie -> cookie.expiresAt() > now && cookie.matches(url))
                .map(cookie -> cookie.name() + "=" + cookie.value()).collect(Collectors.joining("; "));
    }

    /** Returns the headers that a request to this address sends, by their names in small letters. */
    synchronized Map<String, String> headers(HttpUrl url) {
        return Map.copyOf(headers.getOrDefault(Origin.of(url), Map.of()));
    }

    synchronized void keep(HttpUrl url, Headers answered) {
        for (var cookie : Cookie.parseAll(url, answered)) {
            var key = cookie.name() + ";" + cookie.domain() + ";" + cookie.path();
            if (cookies.containsKey(key) || (cookies.size() < MOST && cookie.value().length() <= LONGEST)) {
                cookies.put(key, cookie);
            }
        }
        for (int i = 0; i < answered.size(); i++) {
            var name = answered.name(i).toLowerCase(Locale.ROOT);
            var value = answered.value(i);
            if (HEADER.matcher(name).matches() && !name.equals(OF_MCP)) {
                var own = headers.computeIfAbsent(Origin.of(url), _ -> new LinkedHashMap<>());
                if (value.isBlank() || value.length() > LONGEST) {
                    own.remove(name);
                } else if (own.containsKey(name) || own.size() < MOST) {
                    own.put(name, value);
                }
            }
        }
    }

    /** Returns the values that are masked in results, as they let others into the conversation. */
    public synchronized List<String> secrets() {
        return Stream.concat(cookies.values().stream().map(Cookie::value).filter(value -> value.length() >= SECRET),
                headers.values().stream().flatMap(own -> own.values().stream())
                        .filter(value -> value.length() >= SECRET_HEADER))
                .distinct().toList();
    }
}
