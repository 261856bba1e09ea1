package dev.muster.cli.session;

import module java.base;

/** Coordinates output to the terminal: a question stands alone until it is answered. */
public final class Screen {

    private final ReentrantLock turn = new ReentrantLock(true);
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    /** An action during which nothing else is written. */
    @FunctionalInterface
    interface Turn<T, E extends Exception> {
        T take() throws E, InterruptedException;
    }

    void write(Runnable words) throws InterruptedException {
        var _ = alone(() -> {
            words.run();
            return turn;
        });
    }

    /** The user leaves: open questions are given up, and no more follow. Safe on any thread. */
    void leave() {
        left.complete(null);
    }

    boolean isLeft() {
        return left.isDone();
    }

    /** Runs the action when the user leaves; at once if that has happened. */
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
