package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tool calls of a run, in the order they were started, and their results, in the order they arrived. */
final class ToolLog {

    private record Begun(String id, String name, StringBuilder arguments) {

        ToolCall call() {
            return new ToolCall(id, name, AnswerJson.arguments(arguments.toString()));
        }
    }

    /** A result as it arrived, for the history. */
    record Answer(int number, String messageId, String callId, String content) {}

    private final Map<String, Begun> calls = new LinkedHashMap<>();
    private final List<ToolResult> results = new ArrayList<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();

    /** Begins a call, or continues a closed one. */
    void begin(String id, String name) throws StreamBroken {
        if (!has(id)) {
            StreamBroken.checkCalls(calls.size());
        }
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
        return answers.containsKey(id);
    }

    @Nullable
    ToolCall call(String id) {
        Begun begun = calls.get(id);
        return begun == null ? null : begun.call();
    }

    /** Records a result. It is an error when it is an object with {@code error}: the protocol has no flag for it. */
    ToolResult answer(String messageId, String id, String content) {
        Begun begun = calls.get(id);
        JsonNode parsed = AnswerJson.readOrText(content);
        JsonNode error = parsed.get("error");
        boolean failed = error != null && !error.isNull() && !(error.isBoolean() && !error.booleanValue());
        var result = new ToolResult(id, begun == null ? null : begun.name(), parsed, failed, content);
        answers.putIfAbsent(id, new Answer(answers.size(), messageId, id, content));
        results.add(result);
        return result;
    }

    List<ToolCall> unanswered() {
        return calls.values().stream().filter(begun -> !isAnswered(begun.id())).map(Begun::call).toList();
    }

    /** Returns the first result of each of these calls, in order of arrival. */
    List<Answer> answers(Collection<String> to) {
        return to.stream().distinct().map(answers::get).filter(Objects::nonNull)
                .sorted(Comparator.comparingInt(Answer::number)).toList();
    }

    List<ToolCall> calls() {
        return calls.values().stream().map(Begun::call).toList();
    }

    List<ToolResult> results() {
        return List.copyOf(results);
    }
}
