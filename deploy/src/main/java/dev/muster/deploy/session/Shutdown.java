package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.process.Signals;

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

    /**
     * Behaviour of a process that {@code muster up} started: Ctrl-C reaches the whole group, so it leaves that to its
     * parent, which ends everything in order; and it ends when its parent is gone.
     */
    public static final class Supervised {

        /** Set by the parent. */
        public static final String VARIABLE = "MUSTER_SUPERVISED";

        private Supervised() {}

        public static void obey(Map<String, String> environment) {
            if (environment.containsKey(VARIABLE)) {
                Signals.ignore("INT");
                Thread.ofPlatform().daemon().name("parent").start(Supervised::endWithParent);
            }
        }

        /** The parent keeps the other end of standard input open while it lives. */
        private static void endWithParent() {
            try {
                while (System.in.read() >= 0) {
                    // the parent sends nothing
                }
            } catch (IOException e) {
                // treated as an end
            }
            System.exit(Exit.BROKEN);
        }
    }
}
