package dev.muster.coordinator.store;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Pages of something long, in order. They are made on a thread of their own, a few pages ahead of who takes them. For one
 * thread.
 */
public final class PageStream<T> implements AutoCloseable {

    private static final int PAGES_AHEAD = 2;

    private final BlockingQueue<List<T>> pages = new ArrayBlockingQueue<>(PAGES_AHEAD);
    private final FutureTask<Boolean> making;
    private final Thread thread;

    /** Makes all pages, and hands them on one by one. */
    @FunctionalInterface
    interface Source<T> {
        void into(Consumer<List<T>> taker) throws InterruptedException;
    }

    /** @param name of the thread */
    PageStream(String name, Source<T> source) {
        making = new FutureTask<>(() -> {
            try {
                source.into(this::put);
            } finally {
                put(List.of());
            }
            return true;
        });
        thread = Thread.ofPlatform().daemon().name(name).start(making);
    }

    /**
     * The same pages with something made of each, on one more thread. It is closed in place of this.
     *
     * @param name of the thread
     */
    <R> PageStream<R> then(String name, Function<List<T>, List<R>> each) {
        return new PageStream<>(name, taker -> {
            try (this) {
                for (var page = next(); !page.isEmpty(); page = next()) {
                    taker.accept(each.apply(page));
                }
            }
        });
    }

    /** Never an empty page: that is the end. */
    private void put(List<T> page) {
        try {
            pages.put(page);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("nobody takes pages any more");
        }
    }

    /**
     * The next page; an empty one at the end.
     *
     * @throws StoreException when it can't be read
     */
    public List<T> next() throws InterruptedException {
        var page = pages.take();
        if (page.isEmpty()) {
            ended();
        }
        return page;
    }

    private void ended() throws InterruptedException {
        try {
            var _ = making.get();
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
