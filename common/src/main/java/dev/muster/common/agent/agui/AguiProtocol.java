package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.Post;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;

/** Speaks AG-UI 1.1, 1.0 and 0.x over HTTP with server-sent events. */
public final class AguiProtocol implements AgentProtocol {

    private final HttpCalls calls;
    private final Ticker ticker;
    private final InstantSource clock;

    /** @param clock used to check whether an agent's timestamps are plausible */
    public AguiProtocol(HttpCalls calls, Ticker ticker, InstantSource clock) {
        this.calls = calls;
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var input = new RunInput(request);
        var post = new Post(request.endpoint().url(), request.endpoint().headers(), "text/event-stream", input.json(),
                request.bounds());
        return calls.post(post, deadline, new AguiAnswer(request.runId(), input.sent(), new Arrivals(ticker),
                clock, events));
    }
}
