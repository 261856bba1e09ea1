package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Reads {@code checkpoints}. */
final class CheckpointReader {

    private final AssertionReader assertions;
    private final Faults faults;

    CheckpointReader(SuiteScope scope, AssertionReader assertions) {
        this.assertions = assertions;
        this.faults = scope.faults();
    }

    List<Checkpoint> checkpoints(Fields testCase) {
        var places = new LinkedHashMap<String, Position>();
        var checkpoints = testCase.some("checkpoints", "a checkpoint", "there must be at least one checkpoint",
                fields -> checkpoint(fields, places));
        new CheckpointOrder(checkpoints, places, faults).check();
        return checkpoints;
    }

    private @Nullable Checkpoint checkpoint(Fields fields, Map<String, Position> places) {
        var id = fields.needed("id", "a checkpoint");
        var description = fields.text("description");
        var checked = assertions.ofCheckpoint(fields);
        var after = fields.texts("after");
        boolean required = fields.flag("required", true);
        if (id == null) {
            return null;
        }
        var earlier = places.putIfAbsent(id, fields.at("id"));
        if (earlier != null) {
            fields.fault("id", "checkpoint '" + id + "' already exists, at " + earlier);
            return null;
        }
        return new Checkpoint(id, description, checked, after, required);
    }
}
