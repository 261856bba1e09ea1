package dev.muster.common.check;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Replies for tests, built up from a text. */
record Replies(String text, List<ToolCall> calls, List<ToolResult> results, @Nullable JsonNode state,
        List<JsonNode> custom) {

    static Replies saying(String text) {
        return new Replies(text, List.of(), List.of(), null, List.of());
    }

    Replies calling(String tool, String arguments) {
        return new Replies(text, plus(calls, new ToolCall("c" + calls.size(), tool, json(arguments))), results, state,
                custom);
    }

    Replies returning(String content) {
        return new Replies(text, calls, plus(results, new ToolResult("c0", null, json(content), false)), state, custom);
    }

    Replies holding(String newState) {
        return new Replies(text, calls, results, json(newState), custom);
    }

    Replies emitting(String event) {
        return new Replies(text, calls, results, state, plus(custom, json(event)));
    }

    AgentReply reply() {
        return new AgentReply(text, calls, results, state, custom, "stop", false, null,
                new AgentReply.Timing(1, 1, 2), List.of());
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
