package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.config.HttpMapping;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The compiled paths of a mapping.
 *
 * @param written what they were compiled from
 * @param done null when an answer ends where its body ends, or when {@code done} is the text of the last event
 */
record AnswerPaths(HttpMapping.Answer written, @Nullable FieldPath text, @Nullable CallPaths calls,
        @Nullable TokenPaths usage, @Nullable FieldPath state, @Nullable FieldPath awaiting, @Nullable FieldPath error,
        @Nullable FieldPath done, Map<String, FieldPath> carry) {

    record CallPaths(FieldPath each, @Nullable FieldPath id, FieldPath name, @Nullable FieldPath arguments,
            @Nullable FieldPath result) {}

    record TokenPaths(@Nullable FieldPath input, @Nullable FieldPath output, @Nullable FieldPath cached) {}

    /** @throws AssertionFault naming the first path that is not one; reading a configuration reports every one before */
    static AnswerPaths of(HttpMapping.Answer written) throws AssertionFault {
        var carry = new LinkedHashMap<String, FieldPath>();
        for (var each : written.carry().entrySet()) {
            carry.put(each.getKey(), FieldPath.compile(each.getValue()));
        }
        return new AnswerPaths(written, path(written.text()), calls(written.toolCalls()), tokens(written.usage()),
                path(written.state()), path(written.awaiting()), path(written.error()),
                isPath(written.done()) ? path(written.done()) : null, carry);
    }

    static boolean isPath(@Nullable String done) {
        return done != null && done.startsWith("$");
    }

    private static @Nullable CallPaths calls(HttpMapping.@Nullable Calls written) throws AssertionFault {
        return written == null ? null
                : new CallPaths(FieldPath.compile(written.each()), path(written.id()),
                        FieldPath.compile(written.name()), path(written.arguments()), path(written.result()));
    }

    private static @Nullable TokenPaths tokens(HttpMapping.@Nullable Tokens written) throws AssertionFault {
        return written == null ? null
                : new TokenPaths(path(written.input()), path(written.output()), path(written.cached()));
    }

    private static @Nullable FieldPath path(@Nullable String path) throws AssertionFault {
        return path == null ? null : FieldPath.compile(path);
    }

    /** Whether a value says something: it is there, and neither null, false nor empty. */
    static boolean isSaid(@Nullable JsonNode value) {
        return value != null && !value.isNull() && !(value.isBoolean() && !value.booleanValue())
                && !(value.isString() && value.stringValue().isEmpty()) && !(value.isContainer() && value.isEmpty());
    }
}
