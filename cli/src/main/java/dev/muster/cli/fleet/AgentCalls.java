package dev.muster.cli.fleet;

import module java.base;
import dev.muster.cli.metrics.Traces;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.a2a.A2aProtocol;
import dev.muster.common.agent.agui.AguiProtocol;
import dev.muster.common.agent.anthropic.AnthropicProtocol;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.Recording;
import dev.muster.common.agent.mapping.DocumentProtocol;
import dev.muster.common.agent.mapping.MappedProtocol;
import dev.muster.common.agent.mcp.McpProtocol;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.agent.yao.YaoProtocol;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.Protocol;
import dev.muster.common.target.Environment;
import dev.muster.common.target.Protocols;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.server.helper.CalledAgents;
import dev.muster.worker.metrics.MeasuredProtocol;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** The agent protocols of a process, over its HTTP connections. */
public record AgentCalls(HttpCalls connections, Protocols protocols) implements AutoCloseable {

    private static final int FEW = 4;

    /**
     * @param slots most calls at once
     * @param allowed where calls may go
     * @param registry counts calls; null for none
     */
    public static AgentCalls open(int slots, AllowedHosts allowed, @Nullable MeterRegistry registry) {
        return open(slots, allowed, registry, null);
    }

    /** @param traces of the calls; null for none */
    static AgentCalls open(int slots, AllowedHosts allowed, @Nullable MeterRegistry registry,
            @Nullable Traces traces) {
        var clock = Clock.systemUTC();
        var ticker = Ticker.system();
        var calls = new HttpCalls(slots, clock, allowed);
        return new AgentCalls(calls, new Protocols(name -> {
            var protocol = protocol(name, calls, ticker, clock);
            var measured = registry == null ? protocol : new MeasuredProtocol(name, protocol, registry);
            return traces == null ? measured : traces.of(name, measured);
        }));
    }

    /** For one call that somebody looks at. */
    public static AgentCalls recorded(AllowedHosts allowed, Recording recording) {
        var calls = new HttpCalls(Clock.systemUTC(), allowed, recording);
        return new AgentCalls(calls, new Protocols(
                protocol -> protocol(protocol, calls, Ticker.system(), Clock.systemUTC())));
    }

    private static AgentProtocol protocol(Protocol protocol, HttpCalls calls, Ticker ticker, Clock clock) {
        return switch (protocol) {
            case AG_UI -> new AguiProtocol(calls, ticker, clock);
            case OPENAI -> new OpenAiProtocol(calls, ticker);
            case ANTHROPIC -> new AnthropicProtocol(calls, ticker);
            case YAO -> new YaoProtocol(calls, ticker);
            case A2A -> new A2aProtocol(calls, ticker);
            case MCP -> new McpProtocol(calls, ticker);
            case HTTP -> new MappedProtocol(calls, ticker);
            case COMMAND, SCRIPT -> new DocumentProtocol(ticker);
        };
    }

    /** For the few calls that generate cases and report results, counted where there is a registry. */
    public static AgentCalls forHelpers(AllowedHosts allowed, @Nullable MeterRegistry registry) {
        return open(FEW, allowed, registry);
    }

    /**
     * Returns helper agents that are called with this environment.
     *
     * @param own gives programs and functions of the project; null where they are not called
     */
    public HelperAgents agents(Environment environment, @Nullable Function<CustomAgent, DocumentAgent> own) {
        return new CalledAgents(protocols, environment, Ticker.system(), Pause.system(), random(), own);
    }

    /** Called on each call's own thread. */
    static RandomGenerator random() {
        return () -> ThreadLocalRandom.current().nextLong();
    }

    @Override
    public void close() {
        connections.close();
    }
}
