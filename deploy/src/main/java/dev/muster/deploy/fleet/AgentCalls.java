package dev.muster.deploy.fleet;

import dev.muster.common.agent.agui.AguiProtocol;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.agent.yao.YaoProtocol;
import dev.muster.common.party.Environment;
import dev.muster.common.party.Protocols;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.helper.CalledAgents;
import dev.muster.coordinator.run.HelperAgents;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The protocols of a process, over its connections. */
public record AgentCalls(HttpCalls connections, Protocols protocols) implements AutoCloseable {

    private static final int FEW = 4;

    /** @param slots calls at once */
    static AgentCalls open(int slots) {
        var clock = Clock.systemUTC();
        var ticker = Ticker.system();
        var calls = new HttpCalls(slots, clock);
        return new AgentCalls(calls, new Protocols(new AguiProtocol(calls, ticker, clock),
                new OpenAiProtocol(calls, ticker), new YaoProtocol(calls, ticker)));
    }

    /** For the few calls that make cases and report results. */
    public static AgentCalls forHelpers() {
        return open(FEW);
    }

    /** Agents that are called with this environment. */
    public HelperAgents agents(Environment environment) {
        return new CalledAgents(protocols, environment, Ticker.system(), Pause.system(), random());
    }

    /** Asked on each call's own thread. */
    static RandomGenerator random() {
        return () -> ThreadLocalRandom.current().nextLong();
    }

    @Override
    public void close() {
        connections.close();
    }
}
