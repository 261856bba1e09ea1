package dev.muster.worker.conversation;

import module java.base;

/** Observes an attempt from outside. */
public interface AttemptObserver {

    /** The observer of this thread's attempt; unbound without one. */
    ScopedValue<AttemptObserver> CURRENT = ScopedValue.newInstance();

    /** Returns the name that the conversation is to have. */
    UUID conversation();

    /** Holds a turn, from 1: all calls for one message to the target. */
    <T> T turn(int number, ScopedValue.CallableOp<T, InterruptedException> turn) throws InterruptedException;
}
