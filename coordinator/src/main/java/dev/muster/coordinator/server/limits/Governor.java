package dev.muster.coordinator.server.limits;

import module java.base;
import dev.muster.common.message.WorkerMessage.Calls;

/**
 * Learns how fast an agent can be called that rejects calls (429, 502, 503, 504); until the first rejection there is no
 * limit. The limit then becomes nine tenths of the rate that it accepted, and nine tenths of itself each time that
 * proves too high: when more than two in a hundred calls of the last seconds were rejected. Each second without a
 * rejection raises it a little: least near the rate that was too high before, and more the longer nothing happens. It
 * is dropped when the agent has rejected nothing for some minutes.
 */
final class Governor {

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

    void ended(Calls calls) {
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
            var requested = Duration.ofMillis(retryAfterMs);
            pausedUntil = now.plus(requested.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : requested);
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
