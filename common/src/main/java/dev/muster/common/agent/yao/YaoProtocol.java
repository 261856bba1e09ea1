package dev.muster.common.agent.yao;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.time.Ticker;

/**
 * Speaks to Yao agents in Yao's own message format. Its {@code standard} format, which is OpenAI's, loses tool names and
 * mixes a progress link into the text.
 */
public final class YaoProtocol extends HttpProtocol {

    public YaoProtocol(HttpCalls calls, Ticker ticker) {
        super(calls, ticker);
    }

    @Override
    protected Sending sending(AgentRequest request) throws UnsendableContent {
        var address = below(request.endpoint().url(), assistant(request.endpoint()) + "/chat/completions");
        return new Sending(address, headers(request), YaoBody.of(request), reception -> {
            if (!request.tools().isEmpty()) {
                reception.warnings().add("a Yao agent has its own tools: those of the test were not sent");
            }
            return new YaoAnswer(reception);
        });
    }

    private static String assistant(Endpoint endpoint) {
        return endpoint.assistant() == null ? ""
                : "/experts/" + URLEncoder.encode(endpoint.assistant(), UTF_8).replace("+", "%20");
    }

    /** Returns the headers; the configured ones override ours, in any case. */
    private static Map<String, String> headers(AgentRequest request) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("X-Yao-Accept", "cui-web");
        headers.put("X-Yao-Chat", request.conversationId());
        headers.put("X-Yao-Referer", "agent-test");
        if (request.options().mode() != null) {
            headers.put("X-Yao-Mode", request.options().mode());
        }
        request.endpoint().headers().forEach((name, value) -> {
            headers.remove(name);
            headers.put(name, value);
        });
        return headers;
    }
}
