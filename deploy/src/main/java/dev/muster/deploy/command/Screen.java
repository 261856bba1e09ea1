package dev.muster.deploy.command;

import java.util.concurrent.locks.ReentrantLock;

/** Whose turn it is to write on the terminal: a question to a person stands alone until it is answered. */
final class Screen {

    private final ReentrantLock turn = new ReentrantLock(true);

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

    <T, E extends Exception> T alone(Turn<T, E> what) throws E, InterruptedException {
        turn.lockInterruptibly();
        try {
            return what.take();
        } finally {
            turn.unlock();
        }
    }
}
