package dev.muster.deploy.session;

import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.suite.snapshot.Recorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run does with the snapshots of its suite: tells of those that nobody uses, or records them. */
public final class RunSnapshots {

    private final Suite suite;
    private final CommandContext here;
    private final @Nullable Recorder recorder;

    public RunSnapshots(Suite suite, CommandContext here) {
        this.suite = suite;
        this.here = here;
        this.recorder = suite.snapshots().recorder();
    }

    public void tellStale() {
        if (recorder == null && allAreKnown()) {
            suite.snapshots().stale().forEach(file -> here.err().println("warning: " + Printable.line(file)
                    + ": no case uses this snapshot; --update-snapshots deletes it"));
        }
    }

    /** What no case uses may be used by one that could not be read. */
    private boolean allAreKnown() {
        return suite.faults().isEmpty();
    }

    /** What the first cell says at its first repeat; the others are compared with that in later runs. */
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

    /** After a run that did not end, what no case has used may be used by the next. */
    public void end(int code) throws IOException {
        if (recorder == null) {
            return;
        }
        if (allAreKnown() && code != Exit.INTERRUPTED && code != Exit.BROKEN) {
            recorder.deleteStale();
        }
        recorder.troubles().forEach(trouble -> here.err().println("warning: " + trouble));
        here.out().println(recorder.summary());
    }
}
