package dev.muster.deploy.session;

import dev.muster.common.process.Signals;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C once asks for an end in peace, twice for an end now; SIGTERM asks for the second at once. Whoever asks once
 * more, or waits in vain, has the process ended as it is.
 */
final class InterruptHandler implements AutoCloseable {

    private static final long PATIENCE_S = 10;

    /** What is done then, on a thread of its own. */
    interface Asked {

        /** What is under way may end. */
        void toEnd();

        /** What is under way is cut off. */
        void toEndNow();
    }

    private final AtomicInteger times = new AtomicInteger();
    private final Asked asked;
    private final Signals keys;
    private final Signals system;

    private InterruptHandler(Asked asked) {
        this.asked = asked;
        this.keys = Signals.on(List.of("INT"), () -> happened(times.incrementAndGet()));
        this.system = Signals.on(List.of("TERM"),
                () -> happened(times.updateAndGet(before -> Math.max(2, before + 1))));
    }

    static InterruptHandler catching(Asked asked) {
        return new InterruptHandler(asked);
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
