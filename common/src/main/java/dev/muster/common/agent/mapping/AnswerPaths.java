package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.langgraph.GraphAnswer.StateText;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.PathSteps;
import dev.muster.common.config.AnswerMapping;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The compiled paths of a mapping.
 *
 * @param written what they were compiled from
 * @param compiled by their names, such as {@code usage.input}; without a {@code done} that is the text of the last
 *            event
 */
public record AnswerPaths(AnswerMapping written, Map<String, FieldPath> compiled) {

    static final String TEXT = "text";

    /**
     * @throws AssertionFault naming the first path that is not one; reading a configuration reports every one before
     */
    public static AnswerPaths of(AnswerMapping written) throws AssertionFault {
        var compiled = new HashMap<String, FieldPath>();
        for (var path : written.paths().entrySet()) {
            if (!path.getKey().equals("done") || isPath(path.getValue())) {
                compiled.put(path.getKey(), FieldPath.compile(path.getValue()));
            }
        }
        return new AnswerPaths(written, compiled);
    }

    static boolean isPath(@Nullable String done) {
        return done != null && done.startsWith("$");
    }

    /** Returns the first value at a path; null for none, and where the mapping has no such path. */
    @Nullable
    JsonNode first(String name, JsonNode in, PathSteps steps) {
        var path = compiled.get(name);
        return path == null ? null : path.first(in, steps);
    }

    /** Returns where the state of a graph has the answer's text. */
    public StateText inState() {
        return new StateText(written.text(), state -> first(TEXT, state, new PathSteps(PathSteps.OF_AN_ANSWER)));
    }

    /** Whether a value says something: it is there, and neither null, false nor empty. */
    static boolean isSet(@Nullable JsonNode value) {
        return value != null && !value.isNull() && !(value.isBoolean() && !value.booleanValue())
                && !(value.isString() && value.stringValue().isEmpty()) && !(value.isContainer() && value.isEmpty());
    }
}
