package dev.muster.common.script.wire;

/** What a script host is told. */
public sealed interface ToHost {

    /** Of the call that is meant. */
    int id();

    /** A task begins. */
    record Begin(int id, Task task) implements ToHost {}

    /**
     * What the host asked for.
     *
     * @param given whether it is given; else {@code text} says why not
     */
    record Told(int id, boolean given, String text) implements ToHost {}

    /** A task is to end at once. */
    record Cancel(int id) implements ToHost {}
}
