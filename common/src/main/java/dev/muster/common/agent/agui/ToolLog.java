package dev.muster.common.agent.agui;

import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.model.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tool calls of a run, in the order they were started, and their results, in the order they arrived. */
final class ToolLog {

    private record Begun(String id, String name, StringBuilder arguments) {

        ToolCall call() {
            return new ToolCall(id, name, AnswerJson.arguments(arguments.toString()));
        }
    }

    private final Map<String, Begun> calls = new LinkedHashMap<>();
    private final List<ToolResult> results = new ArrayList<>();
    private final Set<String> answered = new HashSet<>();

    /** A call that was closed may go on. */
    void begin(String id, String name) {
        calls.computeIfAbsent(id, key -> new Begun(id, name, new StringBuilder()));
    }

    void append(String id, String delta) {
        Begun begun = calls.get(id);
        if (begun != null) {
            begun.arguments().append(delta);
        }
    }

    boolean has(String id) {
        return calls.containsKey(id);
    }

    boolean isAnswered(String id) {
        return answered.contains(id);
    }

    @Nullable
    ToolCall call(String id) {
        Begun begun = calls.get(id);
        return begun == null ? null : begun.call();
    }

    /** A result is an error when it is an object with {@code error}: the protocol itself has no word for it. */
    ToolResult answer(String id, String content) {
        Begun begun = calls.get(id);
        JsonNode parsed = AnswerJson.readOrText(content);
        JsonNode error = parsed.get("error");
        boolean failed = error != null && !error.isNull() && !(error.isBoolean() && !error.booleanValue());
        var result = new ToolResult(id, begun == null ? null : begun.name(), parsed, failed);
        answered.add(id);
        results.add(result);
        return result;
    }

    /** Calls that nobody answered: the application's own tools. */
    boolean hasPending() {
        return !answered.containsAll(calls.keySet());
    }

    List<ToolCall> calls() {
        return calls.values().stream().map(Begun::call).toList();
    }

    List<ToolResult> results() {
        return List.copyOf(results);
    }
}
