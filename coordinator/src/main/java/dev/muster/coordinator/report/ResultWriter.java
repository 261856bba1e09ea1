package dev.muster.coordinator.report;

import module java.base;
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

    /**
     * What is known about a run before its first result.
     *
     * @param agents the targets, for people
     * @param cells names of the run's cells, by number; empty when each case names its own target
     * @param expected number of results it will have
     * @param instructions what agents are instructed to do, by agent
     * @param reruns later runs of a part of it, whose results it shows in place of its own
     */
    record RunHead(String run, String agents, List<String> cells, List<String> inputs, int expected,
            Instant startedAt, About about, Map<String, String> instructions, List<String> reruns) {

        /** A run without labels. */
        public RunHead(String run, String agents, List<String> cells, List<String> inputs, int expected,
                Instant startedAt) {
            this(run, agents, cells, inputs, expected, startedAt, About.NOTHING, Map.of(), List.of());
        }
    }

    /**
     * How a run ended, or its current state.
     *
     * @param stopReason why it ended early; null when it did not
     * @param took duration; until now if the run is not over
     * @param basis whether its gate counts the pass rate or newly failing cases; null when only the pass rate can count
     * @param gateFailure why it failed its gate, where its failures do not show it
     */
    record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally,
            News news, @Nullable String basis, @Nullable String gateFailure) {

        /** A run that did not fail its gate. */
        public RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally,
                News news, @Nullable String basis) {
            this(state, stopReason, took, code, tally, news, basis, null);
        }
    }
}
