package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.Post;
import dev.muster.common.agent.http.Warnings;
import dev.muster.common.option.Options;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.node.ObjectNode;

/** Speaks OpenAI-compatible chat completions, streamed. The connector is already resolved to an endpoint. */
public final class OpenAiProtocol implements AgentProtocol {

    private final HttpCalls calls;
    private final Ticker ticker;

    public OpenAiProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        ObjectNode body;
        try {
            body = ChatBody.of(request);
        } catch (UnsendableContent e) {
            return new AgentFailure.Refused(0, "agent refused: " + e.getMessage());
        }
        var post = new Post(address(request.endpoint().url()), request.endpoint().headers(),
                "text/event-stream, application/json", body, request.bounds());
        var arrivals = new Arrivals(ticker);
        var answer = new OpenAiAnswer(new Completion(calls(request), arrivals, events), arrivals,
                warnings(request.options(), events));
        return calls.post(post, deadline, answer);
    }

    private static int calls(AgentRequest request) {
        return request.messages().stream().mapToInt(message -> message.toolCalls().size()).sum();
    }

    private static String address(String base) {
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/chat/completions";
    }

    private static Warnings warnings(Options options, Consumer<AgentEvent> events) {
        var warnings = new Warnings(events);
        if (!options.skip().isEmpty() || options.search() != null || options.mode() != null || !options.metadata()
                .isEmpty()) {
            warnings.add("openai takes no options but connector: skip, search, mode and metadata were not sent");
        }
        return warnings;
    }
}
