package dev.muster.worker.talk;

import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.agent.Traffic;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Makes the calls of one attempt, to the target and to those who help, each when its turn comes; none begins while the
 * gate is closed.
 */
public final class Caller {

    /** Lets calls begin, or holds them back while the worker can't know that it is still wanted. */
    @FunctionalInterface
    public interface Gate {
        void pass() throws InterruptedException;

        /** The attempt waits from here on for what is not its own to hurry. */
        default void waits() {}

        /** The attempt goes on. */
        default void goesOn() {}
    }

    private final Gate gate;
    private final RetryPolicy policy;
    private final RandomGenerator random;
    private final Pause pause;
    private final Traffic traffic;
    private Duration waited = Duration.ZERO;

    public Caller(Gate gate, RetryPolicy policy, RandomGenerator random, Pause pause, Traffic traffic) {
        this.gate = gate;
        this.policy = policy;
        this.random = random;
        this.pause = pause;
        this.traffic = traffic;
    }

    AgentOutcome call(AgentProtocol protocol, AgentRequest request, Deadline deadline) throws InterruptedException {
        var tried = new RetryingAgent(protocol, policy, random, pause, new Gated()).call(request, deadline,
                event -> {});
        waited = waited.plus(tried.waited());
        var pricing = request.endpoint().pricing();
        return tried.outcome() instanceof AgentReply reply && pricing != null ? reply.priced(pricing)
                : tried.outcome();
    }

    /** For limits and busy agents, by all calls so far: nobody's working time. */
    public Duration waited() {
        return waited;
    }

    /** A turn may be long in coming: whether the worker is still wanted is asked when it is there. */
    private final class Gated implements Traffic {

        @Override
        public Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException {
            gate.waits();
            try {
                return traffic.turn(limit, atMost, deadline);
            } finally {
                gate.goesOn();
                gate.pass();
            }
        }

        @Override
        public void ended(Limit limit, AgentOutcome outcome) {
            traffic.ended(limit, outcome);
        }
    }
}
