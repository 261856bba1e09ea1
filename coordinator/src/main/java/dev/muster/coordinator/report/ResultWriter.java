package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.gate.GateOutcome;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

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

    /** A form that goes to one stream, which stays open. */
    abstract class ToStream implements ResultWriter {

        protected final OutputStream out;
        protected RunHead head = new RunHead("", "", List.of(), List.of(), 0, Instant.EPOCH);

        protected ToStream(OutputStream out) {
            this.out = out;
        }

        @Override
        public void begin(RunHead run) throws IOException {
            head = run;
        }

        protected final void text(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
