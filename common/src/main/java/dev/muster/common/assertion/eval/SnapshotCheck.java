package dev.muster.common.assertion.eval;

import dev.muster.common.assertion.Check;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/** The reply equals the recorded one, except for masked parts. */
record SnapshotCheck(Masks masks, String file, @Nullable String recorded, boolean recording) implements CompiledCheck {

    static SnapshotCheck compile(Check.Snapshot snapshot) throws AssertionFault {
        return new SnapshotCheck(Masks.of(snapshot.masks()), snapshot.file(), snapshot.recorded(),
                snapshot.recording());
    }

    @Override
    public Expectation expectation() {
        var ours = Expectation.ofReply("equal the snapshot" + (file.isEmpty() ? "" : " " + file));
        return recorded == null ? ours : ours.of(StringNode.valueOf(recorded));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        if (recording) {
            return Observation.holds(() -> "but it is being recorded");
        }
        if (recorded == null) {
            return Observation.undecided(() -> file.isEmpty() ? "but there is no file to record it in"
                    : "but none is recorded; run with --update-snapshots to record it");
        }
        try {
            return compare(masks.over(recorded), masks.over(reply.text()));
        } catch (BoundedPattern.TooCostly tooCostly) {
            return Observation.undecided(tooCostly::sentence);
        }
    }

    private static Observation compare(String expected, String found) {
        return new EqualsCheck(StringNode.valueOf(expected)).compare(found)
                .seeing(() -> Seen.of(found).differing(TextDifference.of(expected, found).lines()));
    }
}
