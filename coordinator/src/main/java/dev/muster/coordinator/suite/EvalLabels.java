package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Node;

/** Labels from AgentEval keys that Muster does not use. */
final class EvalLabels {

    private static final List<String> KEPT = List.of("TypeID", "Description", "Status", "primaryKey", "sync",
            "RubricID", "Variables");

    private EvalLabels() {}

    /** Returns the labels, each on one line; lists and objects become JSON. */
    static Map<String, String> of(EvalParts parts) {
        var labels = new LinkedHashMap<String, String>();
        for (var name : KEPT) {
            var found = parts.find(name);
            if (found != null) {
                labels.put(name, oneLine(text(found.node())));
            }
        }
        return labels;
    }

    private static String text(Node node) {
        return node instanceof Node.Scalar scalar ? scalar.text() : node.json().toString();
    }

    private static String oneLine(String text) {
        var line = new StringBuilder(text.length());
        text.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.toString();
    }
}
