package dev.muster.common.process;

/** An event of a {@link FramedProcess}. */
public sealed interface ProcessEvent<O> {

    record Received<O>(O message) implements ProcessEvent<O> {}

    /** The process ended, or sent anything but a message; it is dead by now. */
    record Ended<O>(int exitCode) implements ProcessEvent<O> {}
}
