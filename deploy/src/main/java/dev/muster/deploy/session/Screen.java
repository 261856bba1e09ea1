package dev.muster.deploy.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/** Whose turn it is to write on the terminal: a question to a person stands alone until it is answered. */
public final class Screen {

    private final ReentrantLock turn = new ReentrantLock(true);
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    /** What is done while nobody else writes. */
    @FunctionalInterface
    interface Turn<T, E extends Exception> {
        T take() throws E, InterruptedException;
    }

    void write(Runnable words) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            words.run();
        } finally {
            turn.unlock();
        }
    }

    /** The person goes: open questions are given up, and nobody is asked any more. From any thread. */
    void leave() {
        left.complete(null);
    }

    boolean isLeft() {
        return left.isDone();
    }

    /** Runs it once the person goes; at once when that has happened. */
    void onLeave(Runnable then) {
        var _ = left.thenRun(then);
    }

    <T, E extends Exception> T alone(Turn<T, E> what) throws E, InterruptedException {
        turn.lockInterruptibly();
        try {
            return what.take();
        } finally {
            turn.unlock();
        }
    }
}
