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
    private final Map<String, CallQueue> lanes = new ConcurrentHashMap<>();
    private final Set<String> limited = ConcurrentHashMap.newKeySet();
    private final Map<String, CallTally> tallies = new ConcurrentHashMap<>();

    public RateLimits(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException {
        var lane = lanes.get(limit.address());
        if (lane == null && limit.callsPerMinute() == 0) {
            return Turn.AT_ONCE;
        }
        var turn = (lane == null ? limited(limit.address()) : lane).turn(atMost);
        deadline.extend(turn.waited());
        return turn;
    }

    @Override
    public void ended(Limit limit, AgentOutcome outcome) {
        tallies.computeIfAbsent(limit.address(), address -> new CallTally()).add(outcome);
    }

    public void hear(Rates rates, String incarnation) {
        var byAddress = rates.agents().stream().collect(Collectors.toMap(Rate::address, Function.identity(),
                (one, other) -> one));
        byAddress.forEach((address, rate) -> lane(address).change(rate.share(incarnation),
                Duration.ofMillis(rate.pauseMs())));
        lanes.forEach((address, lane) -> {
            if (!byAddress.containsKey(address)) {
                lane.change(limited.contains(address) ? 0 : Double.POSITIVE_INFINITY, Duration.ZERO);
            }
        });
    }

    /** Returns the outcomes of calls that ended since the last time, by agent. */
    public List<Calls> ended() {
        return tallies.entrySet().stream().map(each -> each.getValue().take(each.getKey())).flatMap(Optional::stream)
                .toList();
    }

    private CallQueue limited(String address) {
        limited.add(address);
        return lanes.computeIfAbsent(address, each -> new CallQueue(0, ticker));
    }

    private CallQueue lane(String address) {
        return lanes.computeIfAbsent(address, each -> new CallQueue(Double.POSITIVE_INFINITY, ticker));
    }

    /** Counts the outcomes of one agent's calls since the last {@link #take}. */
    private static final class CallTally {

        private int taken;
        private int busy;
        private long retryAfterMs;

        synchronized void add(AgentOutcome outcome) {
            if (outcome instanceof AgentFailure.Busy failure) {
                busy++;
                var asked = failure.retryAfter();
                retryAfterMs = Math.max(retryAfterMs, asked == null ? 0 : asked.toMillis());
            } else if (!(outcome instanceof AgentFailure.Unreachable)) {
                taken++;
            }
        }

        /** Returns the counts and resets them; empty when no call ended. */
        synchronized Optional<Calls> take(String address) {
            if (taken + busy == 0) {
                return Optional.empty();
            }
            var calls = new Calls(address, taken, busy, retryAfterMs);
            taken = 0;
            busy = 0;
            retryAfterMs = 0;
            return Optional.of(calls);
        }
    }
}
