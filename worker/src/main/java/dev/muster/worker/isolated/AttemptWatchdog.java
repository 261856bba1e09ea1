package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.time.Durations;
import dev.muster.worker.attempt.Attempts.Attempted;
import dev.muster.worker.conversation.Caller.Gate;
import dev.muster.worker.isolated.AttemptProcess.Event;

/** Watches an isolated attempt until it has a result, ends, or its time is over. */
final class AttemptWatchdog {

    /** The exit code of a JVM that ran out of memory. */
    private static final int OUT_OF_MEMORY = 3;
    private static final Duration START = Duration.ofSeconds(60);

    private final AttemptProcess child;
    private final Gate gate;
    private final Duration patience;
    private long killAt = System.nanoTime() + START.toNanos();

    AttemptWatchdog(AttemptProcess child, Gate gate, Duration patience) {
        this.child = child;
        this.gate = gate;
        this.patience = patience;
    }

    /** How an isolated attempt ends. */
    sealed interface End {

        /** With a result. */
        record Came(Attempted attempted) implements End {}

        /** With its process; {@code how} continues a sentence that begins with "it". */
        record Died(String how) implements End {}
    }

    End await() throws InterruptedException {
        while (true) {
            switch (child.hear(Duration.ofNanos(killAt - System.nanoTime()))) {
                case null -> {
                    return new End.Died("did not come back within " + Durations.text(patience)
                            + " after its time was over, and was killed");
                }
                case Event.Gone(var exitCode) -> {
                    return new End.Died("ended with exit code " + exitCode + why(exitCode));
                }
                case Event.Said(AttemptMessage.Done(var attempted)) -> {
                    return new End.Came(attempted);
                }
                case Event.Said(AttemptMessage.Due(var in)) -> killAt = System.nanoTime() + in.plus(patience).toNanos();
                case Event.Said(AttemptMessage.MayCall()) -> pass();
            }
        }
    }

    /** Waiting here is not charged to the attempt. */
    private void pass() throws InterruptedException {
        long before = System.nanoTime();
        gate.pass();
        killAt += System.nanoTime() - before;
        child.letCall();
    }

    private static String why(int exitCode) {
        return exitCode == OUT_OF_MEMORY ? ": it had no memory left" : "";
    }
}
