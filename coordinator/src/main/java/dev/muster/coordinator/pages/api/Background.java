package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.coordinator.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that a page need not wait for: each piece once at a time, two pieces at once. */
final class Background {

    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final Map<String, CompletableFuture<?>> pieces = new ConcurrentHashMap<>();
    private final ExecutorService two = Executors.newFixedThreadPool(2, Thread.ofVirtual().name("pages").factory());

    /** Starts a piece of work unless it is under way. */
    @SuppressWarnings("unchecked") // a name stands for one kind of work
    <T> CompletableFuture<T> begin(String name, Supplier<T> work) {
        var done = new CompletableFuture<T>();
        var underWay = (CompletableFuture<T>) pieces.putIfAbsent(name, done);
        var piece = underWay == null ? done : underWay;
        if (underWay == null) {
            two.execute(() -> complete(done, name, work));
        }
        return piece;
    }

    /** Does the same, and waits for it; empty when that takes longer. */
    <T> Optional<T> within(Duration atMost, String name, Supplier<T> work) {
        try {
            return Optional.of(begin(name, work).get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private <T> void complete(CompletableFuture<T> done, String name, Supplier<T> work) {
        try {
            done.complete(work.get());
        } catch (RuntimeException e) {
            LOG.debug("{} failed", name, e);
            done.completeExceptionally(e instanceof StoreException ? e : new StoreException(name + ": " + e));
        } finally {
            pieces.remove(name, done);
        }
    }
}
