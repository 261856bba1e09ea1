package dev.muster.common.agent.yao;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.Post;
import dev.muster.common.agent.http.Warnings;
import dev.muster.common.agent.openai.UnsendableContent;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks to Yao agents in Yao's own message format. Its {@code standard} format, which is OpenAI's, loses tool names and
 * mixes a progress link into the text.
 */
public final class YaoProtocol implements AgentProtocol {

    private final HttpCalls calls;
    private final Ticker ticker;

    public YaoProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        ObjectNode body;
        try {
            body = YaoBody.of(request);
        } catch (UnsendableContent e) {
            return new AgentFailure.Refused(0, "agent refused: " + e.getMessage());
        }
        var post = new Post(address(request.endpoint()), headers(request), "text/event-stream", body,
                request.bounds());
        var arrivals = new Arrivals(ticker);
        var warnings = new Warnings(events);
        if (!request.tools().isEmpty()) {
            warnings.add("a Yao agent has its own tools: those of the test were not sent");
        }
        return calls.post(post, deadline, new YaoAnswer(new YaoRun(arrivals, events, warnings), arrivals, warnings));
    }

    private static String address(Endpoint endpoint) {
        String url = endpoint.url();
        String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return base + assistant(endpoint) + "/chat/completions";
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
