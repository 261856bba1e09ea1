package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Cookie;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/**
 * The cookies of one conversation: some servers know a conversation by them. Each goes only where its server said that it
 * may go (RFC 6265); another conversation never has it.
 */
public final class ConversationCookies {

    /** The cookies of the conversation that a call belongs to. */
    public static final ScopedValue<ConversationCookies> OF_CALL = ScopedValue.newInstance();

    private static final int MOST = 50;
    private static final int LONGEST = 4_096;
    /** A shorter value is no secret, and masking it would hide too much. */
    private static final int SECRET = 8;

    private final Map<String, Cookie> kept = new LinkedHashMap<>();

    /** Returns what a request to this address sends; an empty text for nothing. */
    synchronized String header(HttpUrl url) {
        long now = System.currentTimeMillis();
        return kept.values().stream().filter(cookie -> cookie.expiresAt() > now && cookie.matches(url))
                .map(cookie -> cookie.name() + "=" + cookie.value()).collect(Collectors.joining("; "));
    }

    synchronized void keep(HttpUrl url, Headers headers) {
        for (var cookie : Cookie.parseAll(url, headers)) {
            var key = cookie.name() + ";" + cookie.domain() + ";" + cookie.path();
            if (kept.containsKey(key) || (kept.size() < MOST && cookie.value().length() <= LONGEST)) {
                kept.put(key, cookie);
            }
        }
    }

    /** Returns the values that are masked in results, as they let others into the conversation. */
    public synchronized List<String> secrets() {
        return kept.values().stream().map(Cookie::value).filter(value -> value.length() >= SECRET).toList();
    }
}
