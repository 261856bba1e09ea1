package dev.muster.worker.metrics;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.status.Buckets;
import dev.muster.common.time.Deadline;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Counts calls to agents, including retries, and measures each to its last byte. */
public final class MeasuredProtocol implements AgentProtocol {

    private final Protocol name;
    private final AgentProtocol protocol;
    private final MeterRegistry registry;

    public MeasuredProtocol(Protocol name, AgentProtocol protocol, MeterRegistry registry) {
        this.name = name;
        this.protocol = protocol;
        this.registry = registry;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var started = Timer.start(registry);
        var outcome = protocol.call(request, deadline, events);
        started.stop(Timer.builder("muster.call.duration").description("Single calls to agents.")
                .tags("protocol", name.name().toLowerCase(Locale.ROOT), "outcome", outcome(outcome))
                .serviceLevelObjectives(Buckets.ofCalls()).register(registry));
        return outcome;
    }

    @Override
    public void hangUp(Endpoint endpoint, String conversationId) {
        protocol.hangUp(endpoint, conversationId);
    }

    private static String outcome(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentReply _ -> "answered";
            case AgentFailure.Unreachable _ -> "unreachable";
            case AgentFailure.Busy _ -> "busy";
            case AgentFailure.Refused _ -> "refused";
            case AgentFailure.Agent _ -> "agent_error";
            case AgentFailure.Truncated _ -> "truncated";
            case AgentFailure.Protocol _ -> "protocol_error";
            case AgentFailure.Cancelled _ -> "cancelled";
            case AgentFailure.Timeout _ -> "timeout";
        };
    }
}
