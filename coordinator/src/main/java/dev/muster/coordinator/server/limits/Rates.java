package dev.muster.coordinator.server.limits;

import module java.base;
import dev.muster.common.message.ControlMessage.Rate;
import dev.muster.common.message.Target;
import dev.muster.common.message.WorkerMessage.Calls;

/**
 * Computes how fast agents may be called, by their configured and learned limits, and each worker's share of that in
 * proportion to the cases that it holds.
 */
public final class Rates {

    private static final Duration TICK = Duration.ofSeconds(1);
    /** Shares that a worker waits for are sent between ticks, but not more often than this. */
    private static final Duration SOON = Duration.ofMillis(100);
    /** Resent even when unchanged: the last message may have been lost. */
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final Map<String, Integer> callsPerMinute = new HashMap<>();
    private final Map<String, Governor> governors = new HashMap<>();
    private final Map<String, Map<String, Integer>> held = new HashMap<>();
    private final Set<String> waited = new HashSet<>();
    private List<Rate> told = List.of();
    private Instant toldAt = Instant.MIN;
    private Instant ticked = Instant.MIN;

    public void heard(List<Calls> ended) {
        for (var calls : ended) {
            if (calls.rejected() > 0 || governors.containsKey(calls.address()) || calls.accepted() > 0) {
                governors.computeIfAbsent(calls.address(), address -> new Governor()).heard(calls);
            }
        }
    }

    /** Records that a worker holds one more case that calls this agent. */
    void taken(Target agent, String incarnation) {
        var address = agent.address();
        var holders = held.computeIfAbsent(address, each -> new HashMap<>());
        if (holders.merge(incarnation, 1, Integer::sum) == 1) {
            waited.add(address);
        }
        if (agent.agent().limits().requestsPerMinute() > 0) {
            callsPerMinute.put(address, agent.agent().limits().requestsPerMinute());
        } else {
            callsPerMinute.remove(address);
        }
    }

    void givenBack(Target agent, String incarnation) {
        held.computeIfPresent(agent.address(), (address, holders) -> {
            holders.computeIfPresent(incarnation, (same, count) -> count == 1 ? null : count - 1);
            return holders.isEmpty() ? null : holders;
        });
    }

    /** Returns how many calls a second an agent may get, as far as known; infinite without a limit. */
    public double perSecond(Target agent) {
        double own = agent.agent().limits().requestsPerMinute();
        return Math.min(own == 0 ? Governor.NONE : own / 60, learned(agent.address()));
    }

    /** Returns the rates to send to all workers now; empty when nothing is new. */
    public Optional<List<Rate>> news(Instant now) {
        boolean due = !now.isBefore(ticked.plus(TICK));
        if (due) {
            tick(now);
        }
        if (!due && (waited.stream().noneMatch(this::isLimited) || now.isBefore(toldAt.plus(SOON)))) {
            return Optional.empty();
        }
        waited.clear();
        var rates = rates(now);
        if (rates.equals(told) && (rates.isEmpty() || now.isBefore(toldAt.plus(AGAIN)))) {
            return Optional.empty();
        }
        told = rates;
        toldAt = now;
        return Optional.of(rates);
    }

    private void tick(Instant now) {
        var elapsed = ticked.equals(Instant.MIN) ? TICK : Duration.between(ticked, now);
        governors.values().forEach(governor -> governor.tick(now, elapsed));
        governors.values().removeIf(Governor::idle);
        ticked = now;
    }

    private List<Rate> rates(Instant now) {
        var addresses = new HashSet<>(callsPerMinute.keySet());
        addresses.retainAll(held.keySet());
        governors.keySet().stream().filter(this::isLimited).forEach(addresses::add);
        return addresses.stream().sorted().map(address -> rate(address, now)).toList();
    }

    private Rate rate(String address, Instant now) {
        var holders = held.getOrDefault(address, Map.of());
        double perCase = limit(address) / holders.values().stream().mapToInt(each -> each).sum();
        var shares = new HashMap<String, Double>();
        holders.forEach((incarnation, cases) -> shares.put(incarnation, cases * perCase));
        var governor = governors.get(address);
        return new Rate(address, governor == null ? 0 : governor.pause(now).toMillis(), shares);
    }

    private boolean isLimited(String address) {
        return limit(address) != Governor.NONE;
    }

    private double limit(String address) {
        int own = callsPerMinute.getOrDefault(address, 0);
        return Math.min(own == 0 ? Governor.NONE : own / 60.0, learned(address));
    }

    private double learned(String address) {
        var governor = governors.get(address);
        return governor == null ? Governor.NONE : governor.limit();
    }
}
