package dev.muster.cli.session;

import module java.base;
import dev.muster.common.config.Keeping.Replies;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.suite.snapshot.Recorder;
import org.jspecify.annotations.Nullable;

/** Handles the snapshots of a run's suite: reports the unused ones, or records new ones. */
public record RunSnapshots(Suite suite, CommandContext here, @Nullable Recorder recorder) {

    public RunSnapshots(Suite suite, CommandContext here) {
        this(suite, here, suite.snapshots().recorder());
    }

    /** @throws BadInput when snapshots are to be recorded from replies that the run does not keep */
    public void check() throws BadInput {
        if (recorder != null && suite.keeping().replies() != Replies.ALL) {
            throw new BadInput("--update-snapshots records replies, and muster.yaml keeps "
                    + (suite.keeping().replies() == Replies.NONE ? "none" : "none of cases that pass")
                    + "; write 'store: { replies: all }' while you record");
        }
    }

    public void tellStale() {
        if (recorder == null && allAreKnown()) {
            suite.snapshots().stale().forEach(file -> here.err().println("warning: " + Printable.line(file)
                    + ": no case uses this snapshot; --update-snapshots deletes it"));
        }
    }

    /** A snapshot that no case uses may belong to a case that could not be read, or was not selected. */
    private boolean allAreKnown() {
        return suite.faults().isEmpty() && suite.part() == null;
    }

    /** Records the first repeat of the first cell; later runs compare the others with it. */
    public void record(List<StoredCase> batch) {
        if (recorder == null) {
            return;
        }
        try {
            for (var stored : batch) {
                if (stored.ref().cell() == 0 && stored.ref().repeat() == 0) {
                    recorder.record(stored.result());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a snapshot could not be written", e);
        }
    }

    /** After an unfinished run, a snapshot that no case used may be used by the next run. */
    public void end(int code) throws IOException {
        if (recorder == null) {
            return;
        }
        if (allAreKnown() && code != Exit.INTERRUPTED && code != Exit.BROKEN) {
            recorder.deleteStale();
        }
        recorder.troubles().forEach(trouble -> here.err().println("warning: " + Printable.line(trouble)));
        here.out().println(recorder.summary());
    }
}
