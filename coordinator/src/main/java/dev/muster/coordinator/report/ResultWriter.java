package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.run.StoredCase;

/**
 * Writes the results of a run in one form. Receives the run from its head to its end and keeps only a few numbers per
 * case; what it must order or group goes into a {@link Spool}.
 */
public interface ResultWriter extends AutoCloseable {

    /** Called once, before any result. */
    default void begin(RunHead head) throws IOException {
        // a form whose results name their run needs no head
    }

    /** Receives results as they arrive. */
    void write(List<StoredCase> batch) throws IOException;

    /** Called once, after the last result; writes the rest. */
    void end(RunEnd end) throws IOException;

    /** Releases resources; without a preceding {@link #end}, the output is incomplete. */
    @Override
    default void close() throws IOException {
        // most hold nothing
    }
}
