package dev.muster.common.time;

import module java.base;

/**
 * Measures for how long this process did not run: it was stopped, or its machine slept, moved or gave it no processor.
 * As a clock it leaves out that time, so that a deadline on it passes only when the process had its time. What the
 * process did itself is no pause, however long it was: were a collection one, large answers would get more time for
 * each collection that they cause.
 */
public final class Pauses implements Ticker {

    /** A shorter gap is no pause: threads wake late on a busy machine. */
    public static final Duration NOTICEABLE = Duration.ofMillis(500);

    private static final Duration TICK = Duration.ofMillis(50);

    private final Ticker ticker;
    private final Ticker processor;
    private long last;
    private long worked;
    private long own;
    private long lost;

    /**
     * @param ticker the time outside, which does not stop
     * @param processor the processor time of this process, in ns
     */
    public Pauses(Ticker ticker, Ticker processor) {
        this.ticker = ticker;
        this.processor = processor;
        this.last = ticker.nanos();
        this.worked = processor.nanos();
    }

    /** Returns the pauses of this process, which a thread of their own notices. */
    public static Pauses ofProcess() {
        return OfProcess.PAUSES;
    }

    @Override
    public synchronized long nanos() {
        long now = ticker.nanos();
        long step = now - last;
        last = now;
        if (step > NOTICEABLE.toNanos()) {
            long before = worked;
            worked = processor.nanos();
            long ran = Math.clamp(worked - before, TICK.toNanos(), step);
            lost += step - ran;
            step = ran;
        }
        own += step;
        return own;
    }

    /** To be called every 50 ms: a pause is seen by what was read before it. */
    public synchronized void tick() {
        nanos();
        worked = processor.nanos();
    }

    /** Returns all time so far in which the process did not run. */
    public synchronized Duration lost() {
        nanos();
        return Duration.ofNanos(lost);
    }

    private static final class OfProcess {

        private static final Pauses PAUSES = watched();

        private static Pauses watched() {
            var pauses = new Pauses(Ticker.system(), OfProcess::processor);
            Thread.ofPlatform().daemon().name("pauses").start(() -> {
                while (true) {
                    LockSupport.parkNanos(TICK.toNanos());
                    pauses.tick();
                }
            });
            return pauses;
        }

        private static long processor() {
            return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
        }
    }
}
