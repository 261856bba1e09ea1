package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.time.Ticker;

/** Speaks AG-UI 1.1, 1.0 and 0.x over HTTP with server-sent events. */
public final class AguiProtocol extends HttpProtocol {

    private final InstantSource clock;

    /** @param clock used to check whether an agent's timestamps are plausible */
    public AguiProtocol(HttpCalls calls, Ticker ticker, InstantSource clock) {
        super(calls, ticker);
        this.clock = clock;
    }

    @Override
    protected Sending sending(AgentRequest request) {
        var input = new RunInput(request);
        return new Sending(request.endpoint().url(), request.endpoint().headers(), input.json(),
                reply -> new AguiAnswer(request.runId(), input.sent(), reply, clock));
    }
}
