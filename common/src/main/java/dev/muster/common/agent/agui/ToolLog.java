package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tool calls of a run, in the order they were started, and their results, in the order they arrived. */
final class ToolLog {
    /** A result as it arrived, for the history. */
    record Answer(int number, String messageId, String callId, String content) {}

    private final Map<String, ArrivingCall> calls = new LinkedHashMap<>();
    private final List<ToolResult> results = new ArrayList<>();
    private final Map<String, Answer> answers = new HashMap<>();

    /** Begins a call, or continues a closed one. */
    void begin(String id, String name) throws StreamBroken {
        if (!has(id)) {
            StreamBroken.checkCalls(calls.size());
            calls.put(id, new ArrivingCall(id, name, 0));
        }
    }

    void append(String id, String delta) {
        ArrivingCall begun = calls.get(id);
        if (begun != null) {
            begun.append(delta, 0);
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
        ArrivingCall begun = calls.get(id);
        return begun == null ? null : begun.call();
    }

    /** Records a result. The protocol has no flag for an error: the content says so. */
    ToolResult answer(String messageId, String id, String content) {
        ArrivingCall begun = calls.get(id);
        JsonNode parsed = AnswerJson.readOrText(content);
        var result = new ToolResult(id, begun == null ? null : begun.name(), parsed,
                ToolResult.saysError(parsed), content);
        answers.putIfAbsent(id, new Answer(answers.size(), messageId, id, content));
        results.add(result);
        return result;
    }

    List<ToolCall> unanswered() {
        return calls().stream().filter(call -> !isAnswered(call.id())).toList();
    }

    /** Returns the first result of each of these calls, in order of arrival. */
    List<Answer> answers(Collection<String> to) {
        return to.stream().distinct().map(answers::get).filter(Objects::nonNull)
                .sorted(Comparator.comparingInt(Answer::number)).toList();
    }

    List<ToolCall> calls() {
        return calls.values().stream().map(ArrivingCall::call).toList();
    }

    List<ToolResult> results() {
        return List.copyOf(results);
    }
}
