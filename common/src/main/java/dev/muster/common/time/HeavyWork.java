package dev.muster.common.time;

import module java.base;

/**
 * Runs what computes for long on platform threads, as many as cores. A virtual thread that computes keeps its carrier:
 * as many large replies as cores would stop every other conversation of the process. There is one pool in a process, as
 * there is one set of carriers.
 */
public final class HeavyWork {

    /** A reply with more than this is heavy: reading and checking it may take longer than a few milliseconds. */
    public static final int CHARACTERS = 256 << 10;
    /** So is one with more tool calls. */
    public static final int CALLS = 1_000;

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final ThreadPoolExecutor POOL = pool();

    private HeavyWork() {}

    /** @param <X> what it may throw beside unchecked exceptions */
    @FunctionalInterface
    public interface Work<T, X extends Exception> {
        T done() throws X;
    }

    /** Thrown when the deadline passed before the work was done, or before its turn came. */
    public static final class OutOfTime extends Exception {

        private OutOfTime() {
            super("out of time", null, false, false);
        }
    }

    /**
     * Does work and waits for it: on the calling thread when it is light, else in the pool. Work that is given up may
     * go on for a moment: what it changes must not be used any more.
     *
     * @throws OutOfTime only for heavy work
     * @throws InterruptedException only for heavy work
     */
    public static <T, X extends Exception> T run(boolean heavy, Deadline deadline, Work<T, X> work)
            throws X, InterruptedException, OutOfTime {
        if (!heavy || Thread.currentThread() instanceof HeavyThread) {
            return work.done();
        }
        return await(deadline::left, work);
    }

    /** Does work that must be done, however long it takes. */
    public static <T> T run(boolean heavy, Work<T, RuntimeException> work) throws InterruptedException {
        try {
            return heavy ? await(() -> Duration.ofNanos(Long.MAX_VALUE), work) : work.done();
        } catch (OutOfTime e) {
            throw new IllegalStateException("it had no limit", e);
        }
    }

    /**
     * Ends the current work if it was given up. Long loops call it now and then; it does nothing outside of the pool.
     */
    public static void check() {
        if (Thread.currentThread() instanceof HeavyThread thread && thread.isInterrupted()) {
            throw new CancellationException("no caller waits any more");
        }
    }

    @SuppressWarnings("unchecked") // what the work throws is unchecked or X
    private static <T, X extends Exception> T await(Supplier<Duration> left, Work<T, X> work)
            throws X, InterruptedException, OutOfTime {
        var task = new FutureTask<>(work::done);
        POOL.execute(task);
        try {
            return get(task, left);
        } catch (ExecutionException e) {
            switch (Objects.requireNonNull(e.getCause())) {
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case Throwable expected -> throw (X) expected;
            }
        } finally {
            if (task.cancel(true)) {
                POOL.remove(task);
            }
        }
    }

    /** Waits while there is time left: a deadline may move while its work is done. */
    private static <T> T get(FutureTask<T> task, Supplier<Duration> left)
            throws ExecutionException, InterruptedException, OutOfTime {
        while (true) {
            var atMost = left.get();
            try {
                return task.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (left.get().isZero()) {
                    throw new OutOfTime();
                }
            }
        }
    }

    private static ThreadPoolExecutor pool() {
        var pool = new ThreadPoolExecutor(CORES, CORES, IDLE.toSeconds(), TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), HeavyThread::new);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
