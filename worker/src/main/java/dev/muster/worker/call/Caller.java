package dev.muster.worker.call;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.ServerSession;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.target.Secrets;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;

/**
 * Makes the calls of one attempt, to the target and to the helpers, each when the rate limit allows; none begins while
 * the gate is closed.
 */
public final class Caller {

    private final CallGate gate;
    private final RetryPolicy policy;
    private final RandomGenerator random;
    private final Pause pause;
    public final Traffic traffic;
    private final Map<String, Runnable> open = new LinkedHashMap<>();
    private final Map<String, ServerSession> sessions = new HashMap<>();
    private Duration waited = Duration.ZERO;
    private final List<String> secrets;
    private Usage target = Usage.NONE;

    /** @param secrets to mask in messages about waiting; each secret that a call learned is added */
    public Caller(CallGate gate, RetryPolicy policy, RandomGenerator random, Pause pause, Traffic traffic,
            List<String> secrets) {
        this.gate = gate;
        this.policy = policy;
        this.random = random;
        this.pause = pause;
        this.traffic = traffic;
        this.secrets = secrets;
    }

    /** The result of a call; what it used is known of a failed one too, as far as the agent reported it. */
    public record Called(AgentOutcome outcome, Usage used) {}

    public Called call(AgentProtocol protocol, AgentRequest request, Deadline deadline) throws InterruptedException {
        if (request.endpoint().access() != null) {
            open.put(request.conversationId(), () -> protocol.hangUp(request.endpoint(), request.conversationId()));
        }
        // the last reported usage: a failed call has no reply that carries it
        var reported = new AtomicReference<>(Usage.NONE);
        var own = sessions.computeIfAbsent(request.conversationId(), _ -> new ServerSession());
        var agent = new RetryingAgent(protocol, policy, random, pause, new Gated());
        var tried = ScopedValue.where(ServerSession.OF_CALL, own)
                .call(() -> agent.call(request, deadline, event -> {
                    if (event instanceof AgentEvent.Used used) {
                        reported.set(used.usage());
                    } else if (event instanceof AgentEvent.Learned(var secret)) {
                        secrets.add(secret);
                    }
                }));
        own.secrets().stream().filter(secret -> !secrets.contains(secret)).forEach(secrets::add);
        waited = waited.plus(tried.waited());
        var pricing = request.endpoint().pricing();
        var used = pricing == null ? reported.get() : reported.get().priced(pricing);
        return switch (tried.outcome()) {
            case AgentReply reply -> answered(pricing == null ? reply : reply.priced(pricing));
            case AgentFailure.Cancelled(var partial) ->
                new Called(new AgentFailure.Cancelled(pricing == null ? partial : partial.priced(pricing)), used);
            case AgentFailure failure -> new Called(failure, used);
        };
    }

    public Called callTarget(AgentProtocol protocol, AgentRequest request, Deadline deadline)
            throws InterruptedException {
        var called = call(protocol, request, deadline);
        target = target.plus(called.used());
        return called;
    }

    /** Ends what the conversations of this attempt kept open. */
    public void hangUp() {
        open.values().forEach(Runnable::run);
    }

    private static Called answered(AgentReply reply) {
        return new Called(ReplyChecks.of(reply), reply.usage() == null ? Usage.UNREPORTED : reply.usage());
    }

    public String masked(String text) {
        return new Secrets(secrets).mask(text);
    }

    /** Returns the target's tokens in all calls so far, successful or not. */
    public Usage target() {
        return target;
    }

    /** Returns the time spent waiting for limits and busy agents; not charged to the case. */
    public Duration waited() {
        return waited;
    }

    /** Checks the gate again after waiting for a turn, because that may take long. */
    private final class Gated implements Traffic {

        @Override
        public Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException {
            gate.waits();
            gate.waitsFor(new Waiting("calls to " + limit.address() + " are held back by its limits", false, "an error",
                    atMost));
            try {
                return traffic.turn(limit, atMost, deadline);
            } finally {
                gate.goesOn();
                gate.pass();
            }
        }

        @Override
        public void waits(Waiting waiting) {
            gate.waitsFor(waiting.trouble()
                    ? new Waiting(masked(waiting.what()), true, waiting.next(), waiting.left()) : waiting);
        }

        @Override
        public void ended(Limit limit, AgentOutcome outcome) {
            gate.waitsFor(null);
            traffic.ended(limit, outcome);
        }

        @Override
        public boolean hasAnswered(Limit limit) {
            return traffic.hasAnswered(limit);
        }
    }
}
