package dev.muster.cli.session;

import module java.base;

/**
 * Ends in order on SIGTERM or Ctrl-C. As the first resource of a try block it is closed last: the JVM's shutdown waits
 * until then, so everything the block opened is closed in order, on the command's own thread.
 */
public final class Shutdown implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<Shutdown> LISTENING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private final Duration patience;
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private Shutdown(Duration patience) {
        this.patience = patience;
    }

    public static Shutdown listen() {
        return listen(PATIENCE);
    }

    /** @param patience how long closing may take before the process ends all the same */
    public static Shutdown listen(Duration patience) {
        var shutdown = new Shutdown(patience);
        LISTENING.add(shutdown);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(shutdown::waitUntilClosed));
        return shutdown;
    }

    /** Runs an action at the end of a process that must end, after everyone who listens has closed. */
    public static void lastly(Runnable action) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("last").unstarted(() -> {
            BEGUN.set(true);
            LISTENING.forEach(Shutdown::waitUntilClosed);
            action.run();
        }));
    }

    /** Whether what {@link #lastly} was given for has begun: what fails now fails for that. */
    public static boolean hasBegun() {
        return BEGUN.get();
    }

    /** Waits until the process must end. */
    public void await() throws InterruptedException {
        requested.await();
    }

    /** Waits until the process must end; returns false on timeout. */
    public boolean await(long millis) throws InterruptedException {
        return requested.await(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
        LISTENING.remove(this);
    }

    private void waitUntilClosed() {
        requested.countDown();
        try {
            closed.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
