package dev.muster.common.process;

import module java.base;

/** Reads a process's output on its own thread, so that the process never blocks, and keeps a bounded part. */
final class Drain {

    private final InputStream from;
    private final int most;
    private final boolean keepsLast;
    private final Runnable whenTooMuch;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean tooMuch;

    private Drain(InputStream from, int most, boolean keepsLast, Runnable whenTooMuch) {
        this.from = from;
        this.most = most;
        this.keepsLast = keepsLast;
        this.whenTooMuch = whenTooMuch;
        Thread.ofPlatform().daemon().name("command output").start(this::read);
    }

    /** Keeps the beginning; runs the callback once when there is more. */
    static Drain first(InputStream from, int most, Runnable whenTooMuch) {
        return new Drain(from, most, false, whenTooMuch);
    }

    static Drain last(InputStream from, int most) {
        return new Drain(from, most, true, () -> {});
    }

    void awaitEnd(Duration atMost) throws InterruptedException {
        var _ = ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    synchronized boolean tooMuch() {
        return tooMuch;
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }

    private void read() {
        var chunk = new byte[8192];
        try (from) {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                if (takes(chunk, n)) {
                    whenTooMuch.run();
                }
            }
        } catch (IOException e) {
            // the process was killed
            return;
        } finally {
            ended.countDown();
        }
    }

    /** Takes a chunk; returns true once, when the bound is exceeded. */
    private synchronized boolean takes(byte[] chunk, int n) {
        if (keepsLast || kept.size() + n <= most) {
            kept.write(chunk, 0, n);
            if (kept.size() > most) {
                var all = kept.toByteArray();
                kept.reset();
                kept.write(all, all.length - most, most);
            }
            return false;
        }
        boolean first = !tooMuch;
        tooMuch = true;
        return first;
    }
}
