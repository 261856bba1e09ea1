package dev.muster.worker.talk;

import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Makes the calls of one attempt, to the target and to those who help; none begins while the gate is closed. */
public final class Caller {

    /** Lets calls begin, or holds them back while the worker can't know that it is still wanted. */
    @FunctionalInterface
    public interface Gate {
        void pass() throws InterruptedException;
    }

    private final Gate gate;
    private final RetryPolicy policy;
    private final RandomGenerator random;
    private final Pause pause;
    private Duration waited = Duration.ZERO;

    public Caller(Gate gate, RetryPolicy policy, RandomGenerator random, Pause pause) {
        this.gate = gate;
        this.policy = policy;
        this.random = random;
        this.pause = pause;
    }

    AgentOutcome call(AgentProtocol protocol, AgentRequest request, Deadline deadline) throws InterruptedException {
        gate.pass();
        var tried = new RetryingAgent(protocol, policy, random, pause).call(request, deadline, event -> {});
        waited = waited.plus(tried.waited());
        var pricing = request.endpoint().pricing();
        return tried.outcome() instanceof AgentReply reply && pricing != null ? reply.priced(pricing)
                : tried.outcome();
    }

    /** For busy agents, by all calls so far: nobody's working time. */
    public Duration waited() {
        return waited;
    }
}
