package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Reads {@code checkpoints}. */
final class CheckpointReader {

    private final AssertionReader assertions;
    private final Faults faults;

    CheckpointReader(AssertionReader assertions, Faults faults) {
        this.assertions = assertions;
        this.faults = faults;
    }

    List<Checkpoint> checkpoints(Fields testCase) {
        var nodes = testCase.list("checkpoints");
        if (nodes.isEmpty() && testCase.any("checkpoints") instanceof Node.Items) {
            testCase.fault("checkpoints", "there must be at least one checkpoint");
        }
        var checkpoints = new ArrayList<Checkpoint>();
        var places = new LinkedHashMap<String, Position>();
        for (var node : nodes) {
            var checkpoint = checkpoint(node, places);
            if (checkpoint != null) {
                checkpoints.add(checkpoint);
            }
        }
        new CheckpointOrder(checkpoints, places, faults).check();
        return checkpoints;
    }

    private @Nullable Checkpoint checkpoint(Node node, Map<String, Position> places) {
        var fields = Fields.of(node, "a checkpoint", faults);
        if (fields == null) {
            return null;
        }
        var id = fields.needed("id", "a checkpoint");
        var description = fields.text("description");
        var checked = assertions.ofCheckpoint(fields);
        var after = fields.texts("after");
        var required = fields.flag("required");
        fields.done();
        if (id == null) {
            return null;
        }
        var earlier = places.putIfAbsent(id, fields.at("id"));
        if (earlier != null) {
            fields.fault("id", "checkpoint '" + id + "' is there already, at " + earlier);
            return null;
        }
        return new Checkpoint(id, description, checked, after, required == null || required);
    }
}
