package dev.muster.coordinator.store;

import dev.muster.coordinator.run.StoredCase;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * The results of a run in their order, as they are at one time. They are read on a thread of their own, a few pages
 * ahead of who takes them. For one thread.
 */
public final class ResultStream implements AutoCloseable {

    private static final int PAGES_AHEAD = 4;

    private final BlockingQueue<List<StoredCase>> pages = new ArrayBlockingQueue<>(PAGES_AHEAD);
    private final FutureTask<Boolean> reading;
    private final Thread thread;

    /** Reads all pages, and hands them on one by one. */
    @FunctionalInterface
    interface Reading {
        void into(Consumer<List<StoredCase>> taker);
    }

    ResultStream(Reading source) {
        reading = new FutureTask<>(() -> {
            try {
                source.into(this::put);
            } finally {
                put(List.of());
            }
            return true;
        });
        thread = Thread.ofPlatform().daemon().name("muster-results").start(reading);
    }

    /** Never an empty page: that is the end. */
    private void put(List<StoredCase> page) {
        try {
            pages.put(page);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("nobody takes results any more");
        }
    }

    /**
     * The next results; none at the end.
     *
     * @throws StoreException when they can't be read
     */
    public List<StoredCase> next() throws InterruptedException {
        var page = pages.take();
        if (page.isEmpty()) {
            ended();
        }
        return page;
    }

    private void ended() throws InterruptedException {
        try {
            var _ = reading.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreException known ? known
                    : new IllegalStateException("results could not be read", e.getCause());
        }
    }

    /** Whoever closes early leaves the rest unread. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
