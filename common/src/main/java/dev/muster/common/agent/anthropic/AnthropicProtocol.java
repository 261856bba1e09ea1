package dev.muster.common.agent.anthropic;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.time.Ticker;
import okhttp3.HttpUrl;

/** Speaks Anthropic's Messages, streamed. The URL is the base, with or without {@code /v1}, or the whole path. */
public final class AnthropicProtocol extends HttpProtocol {

    private static final String VERSION_HEADER = "anthropic-version";
    private static final String VERSION = "2023-06-01";

    public AnthropicProtocol(HttpCalls calls, Ticker ticker) {
        super(calls, ticker);
    }

    @Override
    protected Sending sending(AgentRequest request) throws UnsendableContent {
        return new Sending(address(request.endpoint().url()), headers(request.endpoint().headers()),
                MessagesBody.of(request), MessagesAnswer::new);
    }

    private static String address(String url) {
        var parsed = HttpUrl.parse(url); // takes what a variable may bring, unlike URI
        var path = parsed == null ? "" : parsed.encodedPath();
        var base = parsed == null || path.endsWith("/messages") || path.endsWith("/v1") || path.endsWith("/v1/") ? url
                : below(url, "/v1");
        return below(base, "/messages");
    }

    private static Map<String, String> headers(Map<String, String> configured) {
        if (configured.keySet().stream().anyMatch(VERSION_HEADER::equalsIgnoreCase)) {
            return configured;
        }
        var headers = new LinkedHashMap<>(configured);
        headers.put(VERSION_HEADER, VERSION);
        return headers;
    }
}
