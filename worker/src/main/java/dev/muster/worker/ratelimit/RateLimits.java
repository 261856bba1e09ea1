package dev.muster.worker.ratelimit;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.agent.Traffic;
import dev.muster.common.message.ControlMessage.Rate;
import dev.muster.common.message.ControlMessage.Rates;
import dev.muster.common.message.WorkerMessage.Calls;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;

/**
 * Limits a worker's calls to its share of each agent's rate. An agent with a limit of its own is not called before the
 * fleet has assigned the share: all workers together would exceed the limit.
 */
public final class RateLimits implements Traffic {

    private final Ticker ticker;
    private final Map<String, CallQueue> queues = new ConcurrentHashMap<>();
    private final Set<String> withOwnLimit = ConcurrentHashMap.newKeySet();
    private final Map<String, CallTally> tallies = new ConcurrentHashMap<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final Set<String> formless = ConcurrentHashMap.newKeySet();

    public RateLimits(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException {
        var queue = queues.get(limit.address());
        if (queue == null && limit.callsPerMinute() == 0) {
            return Turn.AT_ONCE;
        }
        var turn = (queue == null ? ownLimitQueue(limit.address()) : queue).turn(atMost);
        deadline.extend(turn.waited());
        return turn;
    }

    @Override
    public void ended(Limit limit, AgentOutcome outcome) {
        if (!(outcome instanceof AgentFailure.Unreachable)) {
            answered.add(limit.address());
        }
        tallies.computeIfAbsent(limit.address(), address -> new CallTally()).add(outcome);
    }

    @Override
    public boolean hasAnswered(Limit limit) {
        return answered.contains(limit.address());
    }

    @Override
    public Set<String> formless() {
        return formless;
    }

    public void apply(Rates rates, String incarnation) {
        var byAddress = rates.agents().stream().collect(Collectors.toMap(Rate::address, Function.identity(),
                (one, other) -> one));
        byAddress.forEach((address, rate) -> queue(address).change(rate.share(incarnation),
                Duration.ofMillis(rate.pauseMs())));
        queues.forEach((address, queue) -> {
            if (!byAddress.containsKey(address)) {
                queue.change(withOwnLimit.contains(address) ? 0 : Double.POSITIVE_INFINITY, Duration.ZERO);
            }
        });
    }

    /** Returns the outcomes of calls that ended since the last time, by agent. */
    public List<Calls> takeCalls() {
        return tallies.entrySet().stream().map(each -> each.getValue().take(each.getKey())).flatMap(Optional::stream)
                .toList();
    }

    private CallQueue ownLimitQueue(String address) {
        withOwnLimit.add(address);
        return queues.computeIfAbsent(address, each -> new CallQueue(0, ticker));
    }

    private CallQueue queue(String address) {
        return queues.computeIfAbsent(address, each -> new CallQueue(Double.POSITIVE_INFINITY, ticker));
    }

    /** Counts the outcomes of one agent's calls since the last {@link #take}. */
    private static final class CallTally {

        private int accepted;
        private int rejected;
        private long retryAfterMs;

        synchronized void add(AgentOutcome outcome) {
            if (outcome instanceof AgentFailure.Busy failure) {
                rejected++;
                var delay = failure.retryAfter();
                retryAfterMs = Math.max(retryAfterMs, delay == null ? 0 : delay.toMillis());
            } else if (!(outcome instanceof AgentFailure.Unreachable)) {
                accepted++;
            }
        }

        /** Returns the counts and resets them; empty when no call ended. */
        synchronized Optional<Calls> take(String address) {
            if (accepted + rejected == 0) {
                return Optional.empty();
            }
            var calls = new Calls(address, accepted, rejected, retryAfterMs);
            accepted = 0;
            rejected = 0;
            retryAfterMs = 0;
            return Optional.of(calls);
        }
    }
}
