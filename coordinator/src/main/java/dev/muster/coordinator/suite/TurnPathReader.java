package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;

/** Reads the condition of a turn and where the conversation goes next, in every dialect with such turns. */
final class TurnPathReader {

    private static final int LONGEST_DELAY_MS = 24 * 60 * 60 * 1000;

    private final AssertionReader assertions;
    private final CheckCompiler compiler;

    TurnPathReader(SuiteScope scope, AssertionReader assertions) {
        this.assertions = assertions;
        this.compiler = scope.compiler();
    }

    static Turn.Pace pace(Fields fields) {
        var delay = fields.whole("delay_ms", 0, LONGEST_DELAY_MS);
        var timeout = fields.duration("timeout");
        return new Turn.Pace(delay == null ? null : Duration.ofMillis(delay), timeout);
    }

    Turn.Path path(Fields fields) {
        var when = fields.any("when");
        return new Turn.Path(capture(fields), when == null ? null : assertions.one(when), fields.text("goto"));
    }

    private Map<String, String> capture(Fields fields) {
        var paths = new LinkedHashMap<String, String>();
        var object = fields.object("capture");
        if (object == null) {
            return paths;
        }
        for (var name : object.names()) {
            var path = object.needed(name, "'capture'");
            if (!isName(name)) {
                object.fault(name, "'" + name + "' is not a valid name for ${captured.NAME}: write"
                        + " letters, digits, _ and -");
            }
            if (path != null) {
                compiler.trouble(new ValueCheck.JsonPath(path, null))
                        .ifPresent(sentence -> object.fault(name, sentence));
                paths.put(name, path);
            }
        }
        return paths;
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && !Character.isDigit(text.charAt(0))
                && text.chars().allMatch(c -> c == '_' || c == '-' || (c < 128 && Character.isLetterOrDigit(c)));
    }

    /** Checks that each {@code goto} names a turn. */
    static void checkJumps(List<Node> nodes, List<Turn> turns, Faults faults) {
        var names = new HashMap<String, Integer>();
        turns.stream().map(Turn::name).filter(name -> name != null)
                .forEach(name -> names.merge(name, 1, Integer::sum));
        for (var node : nodes) {
            if (node instanceof Node.Obj turn && turn.get("goto") instanceof Node.Scalar to) {
                checkJump(to, names, faults);
            }
        }
    }

    private static void checkJump(Node.Scalar to, Map<String, Integer> names, Faults faults) {
        int found = names.getOrDefault(to.text(), 0);
        if (found == 0) {
            faults.add(to.at(), "no turn is called '" + to.text() + "'" + faults.hint(to.text(), names.keySet()));
        } else if (found > 1) {
            faults.add(to.at(), found + " turns are called '" + to.text() + "'; give one of them another name");
        }
    }
}
