package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code turns}, and checks that each {@code goto} names one of them. */
final class TurnsReader {

    private final TurnReader turns;
    private final Faults faults;

    TurnsReader(TurnReader turns, Faults faults) {
        this.turns = turns;
        this.faults = faults;
    }

    /** Reads the turn of a {@code single_turn} case; null, with a fault, when there is not exactly one. */
    @Nullable
    Turn only(Fields testCase) {
        var nodes = testCase.list("turns");
        if (nodes.size() != 1 && testCase.any("turns") instanceof Node.Items) {
            testCase.fault("turns", "a single_turn case has exactly one turn, not " + nodes.size());
        }
        var read = nodes.size() == 1 ? read(nodes) : List.<Turn>of();
        return read.isEmpty() ? null : read.getFirst();
    }

    List<Turn> all(Fields testCase) {
        var nodes = testCase.list("turns");
        if (nodes.isEmpty() && testCase.any("turns") instanceof Node.Items) {
            testCase.fault("turns", "there must be at least one turn");
        }
        return read(nodes);
    }

    private List<Turn> read(List<Node> nodes) {
        var read = new ArrayList<Turn>();
        for (var node : nodes) {
            var turn = turns.turn(node);
            if (turn != null) {
                read.add(turn);
            }
        }
        TurnCourseReader.checkJumps(nodes, read, faults);
        return read;
    }
}
