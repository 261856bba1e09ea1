package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Builds replies for tests, starting from a text. */
record Replies(String text, List<ToolCall> calls, List<ToolResult> results, @Nullable JsonNode state,
        List<JsonNode> custom, @Nullable Trace trace, List<String> warnings) {

    static Replies saying(String text) {
        return new Replies(text, List.of(), List.of(), null, List.of(), null, List.of());
    }

    Replies calling(String tool, String arguments) {
        return new Replies(text, plus(calls, new ToolCall("c" + calls.size(), tool, json(arguments))), results, state,
                custom, trace, warnings);
    }

    Replies returning(String content) {
        return new Replies(text, calls, plus(results, new ToolResult("c0", null, json(content), false)), state, custom,
                trace, warnings);
    }

    Replies holding(String newState) {
        return new Replies(text, calls, results, json(newState), custom, trace, warnings);
    }

    Replies emitting(String event) {
        return new Replies(text, calls, results, state, plus(custom, json(event)), trace, warnings);
    }

    Replies alsoReturning(ToolResult result) {
        return with(result);
    }

    /** Adds a call and the text of its result, as AG-UI sends it. */
    Replies answered(String tool, String arguments, String result) {
        var id = "c" + calls.size();
        return calling(tool, arguments).with(new ToolResult(id, tool, AnswerJson.readOrText(result), false, result));
    }

    Replies failed(String tool, String result) {
        return calling(tool, "{}").with(new ToolResult("c" + calls.size(), tool, AnswerJson.readOrText(result), true));
    }

    private Replies with(ToolResult result) {
        return new Replies(text, calls, plus(results, result), state, custom, trace, warnings);
    }

    Replies traced(Trace newTrace) {
        return new Replies(text, calls, results, state, custom, newTrace, warnings);
    }

    Replies warning(String sentence) {
        return new Replies(text, calls, results, state, custom, trace, plus(warnings, sentence));
    }

    AgentReply reply() {
        var reply = new AgentReply(AgentReply.Content.of(text, calls, results, state, custom), "stop", false, null,
                new AgentReply.Timing(1, 1, 2), warnings, Sequel.of(text, calls), Trace.of(Timeline.until(2)));
        return trace == null ? reply
                : new AgentReply(
                        new AgentReply.Content(text, calls, results, state, custom, null, reply.content().texts()),
                        "stop", false, null, reply.timing(), warnings, reply.sequel(), trace);
    }

    static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }

    private static <T> List<T> plus(List<T> list, T more) {
        var longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }
}
