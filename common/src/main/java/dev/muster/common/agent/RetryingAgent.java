package dev.muster.common.agent;

import module java.base;
import dev.muster.common.agent.AgentFailure.Connection;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.common.time.Pause;

/**
 * Makes one call when the rate limit allows it, and retries while no byte of an answer has arrived: a few times when
 * the agent is unreachable, for as long as the policy allows when it is busy. Waiting for a rate limit or a busy agent
 * is not the agent's work: that time is added back to the deadline.
 */
public final class RetryingAgent {
    /** Whether a call may not use a connection that an earlier call left open. */
    public static final ScopedValue<Boolean> ON_NEW_CONNECTION = ScopedValue.newInstance();

    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    /** The shortest delay between tries: a server that says "now" must not cause a tight loop. */
    private static final Duration SHORTEST_REQUESTED = Duration.ofMillis(100);
    private static final double JITTER = 0.1;
    private static final String AGENT = "agent ";
    private final AgentProtocol protocol;
    private final RetryPolicy policy;
    private final RandomGenerator random;
    private final Pause pause;
    private final Traffic traffic;

    public RetryingAgent(AgentProtocol protocol, RetryPolicy policy, RandomGenerator random, Pause pause,
            Traffic traffic) {
        this.protocol = protocol;
        this.policy = policy;
        this.random = random;
        this.pause = pause;
        this.traffic = traffic;
    }

    public RetryingAgent(AgentProtocol protocol, RetryPolicy policy, RandomGenerator random, Pause pause) {
        this(protocol, policy, random, pause, Traffic.FREE);
    }

    /**
     * The result of a call.
     *
     * @param outcome outcome of the last try; never {@link AgentFailure.Busy}
     * @param tries 0 when the rate limit never allowed the call
     * @param waited time spent on the rate limit and on a busy agent; not working time
     */
    public record Tried(AgentOutcome outcome, int tries, Duration waited) {}

    public Tried call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        return new Tries(request, deadline, events).call();
    }

    private final class Tries {

        private final AgentRequest request;
        private final Deadline deadline;
        private final Consumer<AgentEvent> events;
        private int tries;
        private boolean stale;
        private int unreachable;
        private int busy;
        private Duration waited = Duration.ZERO;

        Tries(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events) {
            this.request = request;
            this.deadline = deadline;
            this.events = events;
        }

        Tried call() throws InterruptedException {
            while (true) {
                if (!hasTurn()) {
                    return new Tried(held(), tries, waited);
                }
                tries++;
                traffic.waits(new Traffic.Waiting((request.helper() ? "helper " : "agent ")
                        + request.endpoint().limit().address() + " has not answered", false, "timeout",
                        deadline.left()));
                Duration before = deadline.left();
                AgentOutcome outcome = ScopedValue.where(ON_NEW_CONNECTION, stale)
                        .call(() -> protocol.call(request, deadline, events));
                traffic.ended(request.endpoint().limit(), outcome);
                boolean again = switch (outcome) {
                    case AgentFailure.Unreachable failure ->
                        failure.connection() == Connection.KEPT ? afterStale() : afterUnreachable(failure);
                    case AgentFailure.Busy failure -> afterBusy(failure, before.minus(deadline.left()));
                    case AgentReply _,AgentFailure.Refused _,AgentFailure.Agent _,AgentFailure.Truncated _,AgentFailure.Protocol _,AgentFailure.Cancelled _,AgentFailure.Timeout _ ->
                        false;
                };
                if (!again) {
                    return new Tried(givenUp(outcome), tries, waited);
                }
            }
        }

        private boolean hasTurn() throws InterruptedException {
            var turn = traffic.turn(request.endpoint().limit(), policy.maxWait().minus(waited), deadline);
            waited = waited.plus(turn.waited());
            return turn.came();
        }

        private AgentFailure held() {
            return new AgentFailure.Unreachable(
                    "agent unreachable: calls to it are held back by its limits, and no turn"
                            + " came within max_wait " + Durations.text(policy.maxWait()));
        }

        /** Whether to try again; the failure stands when the deadline would pass during the delay. */
        private boolean afterUnreachable(AgentFailure.Unreachable failure) throws InterruptedException {
            unreachable++;
            Duration delay = jittered(doubled(unreachable));
            int attempts = policy.attempts(!seemsAbsent(failure));
            if (unreachable >= attempts || delay.compareTo(deadline.left()) >= 0) {
                return false;
            }
            traffic.waits(new Traffic.Waiting(what(failure), true,
                    "connection retry " + unreachable + " of " + (attempts - 1), delay));
            pause.pause(delay);
            return true;
        }

        private boolean seemsAbsent(AgentFailure.Unreachable failure) {
            return failure.connection() == Connection.NO_SERVER && !traffic.hasAnswered(request.endpoint().limit());
        }

        /**
         * Whether to try again at once, on a new connection. That counts as none of the attempts, but a policy without
         * retries forbids it.
         */
        private boolean afterStale() {
            stale = true;
            return policy.maxAttempts() > 1 && !deadline.passed();
        }

        /** @param taken how long the agent took to refuse: it was not at work, so this is waiting, too */
        private boolean afterBusy(AgentFailure.Busy failure, Duration taken) throws InterruptedException {
            busy++;
            deadline.extend(taken);
            waited = waited.plus(taken);
            Duration left = policy.maxWait().minus(waited);
            if (!left.isPositive() || asksTooMuch(failure)) {
                return false;
            }
            Duration delay = jittered(requested(failure));
            traffic.waits(new Traffic.Waiting(what(failure).replaceFirst(" unreachable: ", " is busy: "), true,
                    "for up to " + Durations.text(policy.maxWait()) + " ('retry.max_wait' in muster.yaml), retry",
                    min(delay, left)));
            wait(min(delay, left), failure.status());
            return true;
        }

        /** Returns what went wrong, without what to try; a helper, such as a judge, is not the agent under test. */
        private String what(AgentFailure failure) {
            int remedy = failure.text().indexOf("; ");
            var what = remedy < 0 ? failure.text() : failure.text().substring(0, remedy);
            var address = request.endpoint().limit().address();
            int end = address.indexOf(' ');
            return request.helper() && what.startsWith(AGENT)
                    ? "helper " + address.substring(0, end < 0 ? address.length() : end) + " "
                            + what.substring(AGENT.length())
                    : what;
        }

        private boolean asksTooMuch(AgentFailure.Busy failure) {
            return failure.retryAfter() != null && failure.retryAfter().compareTo(policy.maxWait()) > 0;
        }

        private void wait(Duration delay, int status) throws InterruptedException {
            events.accept(new AgentEvent.Warning("the agent is busy (HTTP " + status + "), asking again in "
                    + Durations.text(delay)));
            deadline.extend(delay);
            pause.pause(delay);
            waited = waited.plus(delay);
        }

        private Duration requested(AgentFailure.Busy failure) {
            Duration requested = failure.retryAfter();
            return requested == null || requested.compareTo(SHORTEST_REQUESTED) < 0 ? doubled(busy) : requested;
        }

        private AgentOutcome givenUp(AgentOutcome outcome) {
            if (outcome instanceof AgentFailure.Busy failure) {
                return new AgentFailure.Unreachable(failure.text() + why(failure));
            }
            return outcome instanceof AgentFailure.Unreachable failure && policy.givesUpSooner() && seemsAbsent(failure)
                    ? new AgentFailure.Refused(0, failure.text()) : outcome;
        }

        private String why(AgentFailure.Busy failure) {
            if (failure.retryAfter() != null && asksTooMuch(failure)) {
                return ", and it asks to wait " + Durations.text(failure.retryAfter()) + ", longer than max_wait "
                        + Durations.text(policy.maxWait());
            }
            var tried = min(waited, policy.maxWait()); // the last answer may take it beyond
            return tried.isZero() ? "" : " for " + Durations.text(tried);
        }
    }

    /** @param nth 1 for the first */
    private Duration doubled(int nth) {
        Duration delay = policy.initialDelay();
        for (int n = 1; n < nth && delay.compareTo(LONGEST_DELAY) < 0; n++) {
            delay = delay.multipliedBy(2);
        }
        return min(delay, max(LONGEST_DELAY, policy.initialDelay()));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Returns a slightly longer delay, so that calls rejected together don't retry together. */
    private Duration jittered(Duration delay) {
        return delay.plusNanos((long) (delay.toNanos() * JITTER * random.nextDouble()));
    }
}
