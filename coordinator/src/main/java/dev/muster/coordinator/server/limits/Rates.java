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

    /** How many of the cases that workers hold have which limit: runs may give one address different ones. */
    private final Map<String, NavigableMap<Integer, Integer>> callsPerMinute = new HashMap<>();
    private final Map<String, Governor> governors = new HashMap<>();
    private final Map<String, Map<String, Integer>> held = new HashMap<>();
    private final Set<String> waited = new HashSet<>();
    private List<Rate> sent = List.of();
    private Instant sentAt = Instant.MIN;
    private Instant ticked = Instant.MIN;

    public void ended(List<Calls> ended) {
        for (var calls : ended) {
            if (calls.rejected() > 0 || governors.containsKey(calls.address()) || calls.accepted() > 0) {
                governors.computeIfAbsent(calls.address(), address -> new Governor()).ended(calls);
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
        int own = agent.agent().limits().requestsPerMinute();
        if (own > 0) {
            callsPerMinute.computeIfAbsent(address, each -> new TreeMap<>()).merge(own, 1, Integer::sum);
        }
    }

    void givenBack(Target agent, String incarnation) {
        held.computeIfPresent(agent.address(), (address, holders) -> {
            holders.computeIfPresent(incarnation, (same, count) -> count == 1 ? null : count - 1);
            return holders.isEmpty() ? null : holders;
        });
        callsPerMinute.computeIfPresent(agent.address(), (address, limits) -> {
            limits.computeIfPresent(agent.agent().limits().requestsPerMinute(), (own, cases) -> cases == 1 ? null
                    : cases - 1);
            return limits.isEmpty() ? null : limits;
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
        if (!due && (waited.stream().noneMatch(this::isLimited) || now.isBefore(sentAt.plus(SOON)))) {
            return Optional.empty();
        }
        waited.clear();
        var rates = rates(now);
        if (rates.equals(sent) && (rates.isEmpty() || now.isBefore(sentAt.plus(AGAIN)))) {
            return Optional.empty();
        }
        sent = rates;
        sentAt = now;
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
        var limits = callsPerMinute.get(address);
        int own = limits == null ? 0 : limits.firstKey();
        return Math.min(own == 0 ? Governor.NONE : own / 60.0, learned(address));
    }

    private double learned(String address) {
        var governor = governors.get(address);
        return governor == null ? Governor.NONE : governor.limit();
    }
}
