package dev.muster.deploy.session;

import module java.base;

/**
 * Ends in order on SIGTERM or Ctrl-C. As the first resource of a try block it is closed last: the JVM's shutdown waits
 * until then, so everything the block opened is closed in order, on the command's own thread.
 */
public final class Shutdown implements AutoCloseable {

    private static final long PATIENCE_S = 60;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private Shutdown() {}

    public static Shutdown listen() {
        var shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(shutdown::waitUntilClosed));
        return shutdown;
    }

    /** Waits until the process is asked to end. */
    public void await() throws InterruptedException {
        asked.await();
    }

    /** Waits until the process is asked to end; returns false on timeout. */
    public boolean await(long millis) throws InterruptedException {
        return asked.await(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void waitUntilClosed() {
        asked.countDown();
        try {
            closed.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
