package dev.muster.worker.call;

import dev.muster.common.agent.Traffic.Waiting;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;

/** Lets calls begin, or holds them back while the worker can't know whether its work still counts. */
@FunctionalInterface
public interface CallGate {
    void pass() throws InterruptedException;

    /** The attempt waits from here on for something outside of it; that time is not charged. */
    default void waits() {}

    /** The attempt continues. */
    default void goesOn() {}

    /** What the attempt waits for from here on; null when it works by itself. */
    default void waitsFor(@Nullable Waiting what) {}

    /** Sets the deadline of the attempt, or of the part of it that begins now; waiting may extend it. */
    default void due(Deadline by) {}
}
