package dev.muster.deploy.session;

import module java.base;
import dev.muster.coordinator.report.Seconds;

/** Says what a command waits for, once that takes longer than a second, and again every ten seconds. */
public final class Meanwhile implements AutoCloseable {

    private static final long PATIENCE_MS = 1_000;
    private static final long AGAIN_MS = 10_000;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread teller;

    private Meanwhile(PrintWriter out, String what) {
        long began = System.nanoTime();
        this.teller = Thread.ofVirtual().start(() -> {
            try {
                for (long wait = PATIENCE_MS; !over.await(wait, TimeUnit.MILLISECONDS); wait = AGAIN_MS) {
                    out.println("muster: " + what + " (" + Seconds.text(Duration.ofNanos(System.nanoTime() - began))
                            + ")");
                    out.flush();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** @param what such as {@code starting the database} */
    public static Meanwhile say(PrintWriter out, String what) {
        return new Meanwhile(out, what);
    }

    /** Returns once nothing more is said. */
    @Override
    public void close() {
        over.countDown();
        try {
            teller.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
