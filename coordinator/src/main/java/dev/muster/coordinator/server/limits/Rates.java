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
        var limits = callsPerMinute.get(address);
        int own = limits == null ? 0 : limits.firstKey();
        return Math.min(own == 0 ? Governor.NONE : own / 60.0, learned(address));
    }

    private double learned(String address) {
        var governor = governors.get(address);
        return governor == null ? Governor.NONE : governor.limit();
    }

    /**
     * Learns how fast an agent can be called that rejects calls (429, 502, 503, 504); until the first rejection there is no
     * limit. The limit then becomes nine tenths of the rate that it accepted, and nine tenths of itself each time that
     * proves too high: when more than two in a hundred calls of the last seconds were rejected. Each second without a
     * rejection raises it a little: least near the rate that was too high before, and more the longer nothing happens. It
     * is dropped when the agent has rejected nothing for some minutes.
     */
    static final class Governor {

        static final double NONE = Double.POSITIVE_INFINITY;
        static final Duration GIVEN_UP_AFTER = Duration.ofMinutes(3);

        private static final double BACK = 0.9;
        private static final double LEAST = 0.1;
        /** How long after a change reports may still cover calls sent before it. */
        private static final Duration SETTLES = Duration.ofMillis(2_500);
        private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
        private static final int LOOKED_BACK = 3;
        private static final int JUDGED_BACK = 5;
        private static final double TOLERATED = 0.02;
        private static final double NEAR = 0.97;
        private static final double UNKNOWN_STEP = 0.04;
        private static final double STEP = 0.03;
        private static final double NEAR_STEP = 0.003;
        private static final double DOUBLES_SECONDS = 10;

        private final Deque<Double> acceptedPerSecond = new ArrayDeque<>();
        private final Deque<Second> sinceCut = new ArrayDeque<>();
        private double limit = NONE;
        /** Rate that was too high before; {@link #NONE} while unknown. */
        private double tooFast = NONE;
        private int accepted;
        private int rejected;
        private long retryAfterMs;
        private Instant cut = Instant.MIN;
        private Instant lastRejection = Instant.MIN;
        private Instant pausedUntil = Instant.MIN;

        private record Second(int accepted, int rejected) {}

        void heard(Calls calls) {
            accepted += calls.accepted();
            rejected += calls.rejected();
            retryAfterMs = Math.max(retryAfterMs, calls.retryAfterMs());
        }

        /** Returns the limit in calls a second; {@link #NONE} without a limit. */
        double limit() {
            return limit;
        }

        Duration pause(Instant now) {
            return pausedUntil.isAfter(now) ? Duration.between(now, pausedUntil) : Duration.ZERO;
        }

        /** Whether there is nothing left to remember about this agent. */
        boolean idle() {
            return limit == NONE && acceptedPerSecond.stream().allMatch(each -> each == 0);
        }

        /** Updates the limit from the reports since the last tick, about a second ago. */
        void tick(Instant now, Duration elapsed) {
            double seconds = Math.max(0.5, elapsed.toMillis() / 1000.0);
            remember(accepted / seconds);
            if (!isSettling(now)) {
                judge(new Second(accepted, rejected));
            }
            if (rejected > 0) {
                lastRejection = now;
                pauseWhenClosed(now);
                slowDown(now, rejected / seconds);
            } else if (limit != NONE) {
                speedUp(now, seconds);
            }
            accepted = 0;
            rejected = 0;
            retryAfterMs = 0;
        }

        /** Pauses the agent only if it rejects most calls; while it answers most, only the rejected calls wait. */
        private void pauseWhenClosed(Instant now) {
            if (rejected > accepted && retryAfterMs > 0) {
                var asked = Duration.ofMillis(retryAfterMs);
                pausedUntil = now.plus(asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked);
            }
        }

        private void slowDown(Instant now, double rejectedPerSecond) {
            if (acceptedPerSecond.size() < 2 || isSettling(now) || isTolerated()) {
                return;
            }
            double average = averageAccepted();
            if (limit == NONE) {
                limit = (average > 0 ? average : rejectedPerSecond) * BACK;
            } else if (rejected > accepted) {
                tooFast = NONE;
                limit = Math.min(limit * BACK, Math.max(average, limit / 2));
            } else {
                tooFast = limit;
                limit *= BACK;
            }
            limit = Math.max(LEAST, limit);
            cut = now;
            sinceCut.clear();
        }

        private boolean isSettling(Instant now) {
            return now.isBefore(cut.plus(SETTLES));
        }

        private void judge(Second second) {
            sinceCut.addLast(second);
            if (sinceCut.size() > JUDGED_BACK) {
                sinceCut.removeFirst();
            }
        }

        private boolean isTolerated() {
            int rejectedSinceCut = sinceCut.stream().mapToInt(Second::rejected).sum();
            return rejectedSinceCut <= TOLERATED
                    * (rejectedSinceCut + sinceCut.stream().mapToInt(Second::accepted).sum());
        }

        private void speedUp(Instant now, double seconds) {
            if (now.isAfter(lastRejection.plus(GIVEN_UP_AFTER))) {
                limit = NONE;
                tooFast = NONE;
            } else if ((accepted > 0 || limit < 2) && pause(now).isZero()) {
                double quiet = Duration.between(cut, now).toMillis() / 1000.0;
                limit += seconds * step() * Math.pow(2, quiet / DOUBLES_SECONDS);
            }
        }

        private double step() {
            if (tooFast == NONE) {
                return limit * UNKNOWN_STEP;
            }
            return tooFast * (limit < tooFast * NEAR ? STEP : NEAR_STEP);
        }

        private void remember(double perSecond) {
            if (perSecond > 0 || rejected > 0 || !acceptedPerSecond.isEmpty()) {
                acceptedPerSecond.addLast(perSecond);
            }
            if (acceptedPerSecond.size() > LOOKED_BACK) {
                acceptedPerSecond.removeFirst();
            }
        }

        private double averageAccepted() {
            return acceptedPerSecond.stream().mapToDouble(each -> each).average().orElse(0);
        }
    }
}
