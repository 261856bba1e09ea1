package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.process.Signals;

/**
 * Handles signals: Ctrl-C once ends the run in order, twice ends it now; SIGTERM ends it now at once. One more signal,
 * or waiting in vain, ends the process as it is.
 */
final class InterruptHandler implements AutoCloseable {

    private static final long PATIENCE_S = 10;

    /** What to do then, on a thread of its own. */
    interface Asked {

        /** Ends in order: running work may finish. */
        void toEnd();

        /** Ends now: running work is cut off. */
        void toEndNow();
    }

    private final AtomicInteger times = new AtomicInteger();
    private final Asked asked;
    private final Signals keys;
    private final Signals system;

    InterruptHandler(Asked asked) {
        this.asked = asked;
        this.keys = Signals.on(List.of("INT"), () -> happened(times.incrementAndGet()));
        this.system = Signals.on(List.of("TERM"),
                () -> happened(times.updateAndGet(before -> Math.max(2, before + 1))));
    }

    boolean happened() {
        return times.get() > 0;
    }

    @Override
    public void close() {
        system.close();
        keys.close();
    }

    private void happened(int inAll) {
        switch (inAll) {
            case 1 -> asked.toEnd();
            case 2 -> {
                CompletableFuture.delayedExecutor(PATIENCE_S, TimeUnit.SECONDS).execute(InterruptHandler::halt);
                asked.toEndNow();
            }
            default -> halt();
        }
    }

    private static void halt() {
        Runtime.getRuntime().halt(Exit.INTERRUPTED);
    }
}
