package dev.muster.coordinator.store;

import module java.base;

/** Pages of a long list, in order, made on a thread of their own a few pages ahead of the one that takes them. */
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

    /** Returns the same pages with each one mapped, on one more thread. Close it instead of this one. */
    <R> PageStream<R> then(String name, Function<List<T>, List<R>> each) {
        return new PageStream<>(name, taker -> {
            try (this) {
                for (var page = next(); !page.isEmpty(); page = next()) {
                    taker.accept(each.apply(page));
                }
            }
        });
    }

    /** Adds a page, never an empty one: that marks the end. */
    private void put(List<T> page) {
        try {
            pages.put(page);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("no reader takes pages any more");
        }
    }

    /** Returns the next page; an empty one at the end. Throws a {@link StoreException} when it can't be read. */
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

    /** Closing early leaves the rest unread. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
