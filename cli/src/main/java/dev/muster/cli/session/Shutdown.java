package dev.muster.cli.session;

import module java.base;
import dev.muster.common.process.Signals;

/**
 * Ends in order on SIGTERM or Ctrl-C. As the first resource of a try block it is closed last: the JVM's shutdown waits
 * until then, so everything the block opened is closed in order, on the command's own thread.
 */
public final class Shutdown implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<Shutdown> LISTENING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private final Duration patience;
    private final CountDownLatch asked = new CountDownLatch(1);
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

    /** Runs an action at the end of a process that is asked to end, after everyone who listens has closed. */
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
        LISTENING.remove(this);
    }

    private void waitUntilClosed() {
        asked.countDown();
        try {
            closed.await(patience.toMillis(), TimeUnit.MILLISECONDS);
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
