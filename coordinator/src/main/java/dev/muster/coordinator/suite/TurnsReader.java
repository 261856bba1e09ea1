package dev.muster.coordinator.suite;

import dev.muster.common.model.Turn;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.located.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code turns}, and sees that each {@code goto} names one of them. */
final class TurnsReader {

    private final TurnReader turns;
    private final Faults faults;

    TurnsReader(TurnReader turns, Faults faults) {
        this.turns = turns;
        this.faults = faults;
    }

    /** The turn of a {@code single_turn} case; null, with a fault, when there is not exactly one. */
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
        boolean jumps = false;
        for (var node : nodes) {
            var turn = turns.turn(node);
            if (turn != null) {
                read.add(turn);
                jumps |= turn.path().goTo() != null;
            }
        }
        if (jumps) {
            checkJumps(nodes, names(read));
        }
        return read;
    }

    /** How often each name is there. */
    private static Map<String, Integer> names(List<Turn> turns) {
        var names = new HashMap<String, Integer>();
        for (var turn : turns) {
            if (turn.name() != null) {
                names.merge(turn.name(), 1, Integer::sum);
            }
        }
        return names;
    }

    private void checkJumps(List<Node> nodes, Map<String, Integer> names) {
        for (var node : nodes) {
            var to = node instanceof Node.Obj turn ? turn.members().get("goto") : null;
            if (to != null && to.value() instanceof Node.Scalar scalar) {
                checkJump(scalar, names);
            }
        }
    }

    private void checkJump(Node.Scalar to, Map<String, Integer> names) {
        int found = names.getOrDefault(to.text(), 0);
        if (found == 0) {
            faults.add(to.at(), "no turn is called '" + to.text() + "'" + Nearest.hint(to.text(), names.keySet()));
        } else if (found > 1) {
            faults.add(to.at(), found + " turns are called '" + to.text() + "'; give one of them another name");
        }
    }
}
