package dev.muster.common.agent.agui;

import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A MESSAGES_SNAPSHOT: the conversation as the agent has it. What stands after the last user message, and was not in
 * the request, belongs to this run; it takes the place of what was streamed under the same id. A streamed message that
 * the snapshot leaves out is gone, as the protocol says; a tool call that was made stays made.
 */
final class Restatement {

    private final Set<String> sent;
    private final RunRecord run;

    /** @param sent ids of the messages and tool calls that the request already had */
    Restatement(Set<String> sent, RunRecord run) {
        this.sent = sent;
        this.run = run;
    }

    void apply(JsonNode messages) throws StreamBroken {
        var ids = new HashSet<String>();
        var news = new ArrayList<Fields>();
        for (JsonNode node : messages) {
            Fields message = message(node);
            ids.add(message.text("id"));
            if (message.text("role").equals("user")) {
                news.clear();
            } else {
                news.add(message);
            }
        }
        run.transcript().retainOnly(ids);
        applyNew(news);
        run.transcript().endWithOpen(ids);
    }

    private void applyNew(List<Fields> messages) throws StreamBroken {
        for (Fields message : messages) {
            if (sent.contains(message.text("id"))) {
                continue;
            }
            switch (message.text("role")) {
                case RunRecord.ASSISTANT -> assistant(message);
                case "tool" -> result(message);
                default -> {
                }
            }
        }
    }

    private void assistant(Fields message) throws StreamBroken {
        JsonNode content = message.object().path("content");
        String text = content.isNull() || content.isMissingNode() ? "" : MessageText.of(message);
        JsonNode calls = message.optionalArray("toolCalls");
        var ids = new ArrayList<String>();
        if (calls != null) {
            for (JsonNode call : calls) {
                ids.add(call(new Fields("MESSAGES_SNAPSHOT.messages.toolCalls", call), message.text("id")));
            }
        }
        run.restated(message.text("id"), text, ids);
    }

    private String call(Fields call, String message) throws StreamBroken {
        String id = call.text("id");
        Fields function = call.optionalObject("function");
        if (function != null && !sent.contains(id) && !run.tools().has(id)) {
            begin(id, function, message);
        }
        return id;
    }

    private void begin(String id, Fields function, String message) throws StreamBroken {
        run.opened(new AguiEvent.Opened("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id,
                function.text("name"), message));
        run.tools().append(id, AnswerJson.text(function.any("arguments")));
        run.closed(new AguiEvent.Closed("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id));
    }

    private void result(Fields message) throws StreamBroken {
        String id = message.text("toolCallId");
        if (run.tools().has(id) && !run.tools().isAnswered(id)) {
            run.resulted(message.text("id"), id, MessageText.of(message));
        }
    }

    private static Fields message(JsonNode node) throws StreamBroken {
        if (!node.isObject()) {
            throw new StreamBroken("MESSAGES_SNAPSHOT.messages holds something that must be an object, but is not");
        }
        return new Fields("MESSAGES_SNAPSHOT.messages", node);
    }
}
