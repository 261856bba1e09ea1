package dev.muster.cli.session;

import module java.base;
import dev.muster.common.process.Signals;

/**
 * Handles signals: Ctrl-C once ends the run in order, twice ends it now; SIGTERM ends it now at once. One more Ctrl-C,
 * or waiting in vain, ends the process as it is. A second SIGTERM says nothing new: {@code timeout} sends it to a
 * process, and again to its group.
 */
final class Interrupts implements AutoCloseable {

    private static final long PATIENCE_S = 3;

    private final Runnable toEnd;
    private final Runnable toEndNow;
    private final AtomicInteger times = new AtomicInteger();
    private final Signals keys;
    private final Signals system;

    /**
     * @param toEnd ends the run in order
     * @param toEndNow cuts off running work
     */
    Interrupts(Runnable toEnd, Runnable toEndNow) {
        this.toEnd = toEnd;
        this.toEndNow = toEndNow;
        this.keys = Signals.on(List.of("INT"), () -> happened(times.incrementAndGet()));
        this.system = Signals.on(List.of("TERM"), () -> {
            if (times.getAndUpdate(before -> Math.max(2, before)) < 2) {
                happened(2);
            }
        });
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
            case 1 -> toEnd.run();
            case 2 -> {
                later(Interrupts::exit);
                toEndNow.run();
            }
            default -> exit();
        }
    }

    private static void later(Runnable then) {
        Thread.ofPlatform().daemon().name("patience").start(() -> {
            try {
                TimeUnit.SECONDS.sleep(PATIENCE_S);
                then.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Stops the database, but waits for nothing else. */
    private static void exit() {
        later(() -> Runtime.getRuntime().halt(Exit.INTERRUPTED));
        System.exit(Exit.INTERRUPTED);
    }
}
