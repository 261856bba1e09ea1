package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.Seconds;

/** Says what a command waits for, once that takes longer than a second, and again every ten seconds. */
public final class WaitNotice implements AutoCloseable {

    private static final long PATIENCE_MS = 1_000;
    private static final long AGAIN_MS = 10_000;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread teller;

    private WaitNotice(Consumer<String> out, String what) {
        long began = System.nanoTime();
        this.teller = Thread.ofVirtual().start(() -> {
            try {
                for (long wait = PATIENCE_MS; !over.await(wait, TimeUnit.MILLISECONDS); wait = AGAIN_MS) {
                    out.accept(what + " (" + Seconds.text(Duration.ofNanos(System.nanoTime() - began)) + ")");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** @param what such as {@code starting the database} */
    public static WaitNotice say(PrintWriter out, String what) {
        return say(line -> {
            out.println("muster: " + line);
            out.flush();
        }, what);
    }

    /** @param out takes each line, such as {@code starting the database (3.2 s)} */
    public static WaitNotice say(Consumer<String> out, String what) {
        return new WaitNotice(out, what);
    }

    /** Returns once nothing more is printed. */
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
