package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import tools.jackson.databind.JsonNode;

/**
 * A MESSAGES_SNAPSHOT: the conversation as the agent sees it. Messages after the last user message that were not in the
 * request belong to this run; they replace what was streamed under the same id. A streamed message that the snapshot
 * omits is dropped, as the protocol says; a tool call stays.
 */
final class Restatement {
    /** Roles whose messages are input, or not text. */
    private static final Set<String> OTHERS = Set.of("developer", "system", "reasoning");
    private final Set<String> sent;
    private final RunRecord run;
    private final SharedState.Activities activities;
    private final Warnings warnings;

    /** @param sent ids of the messages and tool calls that the request already had */
    Restatement(Set<String> sent, RunRecord run, SharedState.Activities activities, Warnings warnings) {
        this.sent = sent;
        this.run = run;
        this.activities = activities;
        this.warnings = warnings;
    }

    void apply(JsonNode messages) throws StreamBroken {
        var ids = new HashSet<String>();
        var news = new ArrayList<EventFields>();
        for (JsonNode node : messages) {
            EventFields message = EventFields.of("MESSAGES_SNAPSHOT.messages", node);
            ids.add(message.text("id"));
            if (message.text("role").equals("user")) {
                message.checkContent(warnings);
                news.clear();
            } else {
                news.add(message);
            }
        }
        run.transcript.retainOnly(ids);
        applyNew(news);
        run.transcript.endWithOpen(ids);
    }

    private void applyNew(List<EventFields> messages) throws StreamBroken {
        for (EventFields message : messages) {
            if (!sent.contains(message.text("id"))) {
                applyNew(message);
            }
        }
    }

    private void applyNew(EventFields message) throws StreamBroken {
        String role = message.text("role");
        switch (role) {
            case Transcript.ASSISTANT -> assistant(message);
            case "tool" -> result(message);
            case "activity" -> activities.show(message.text("id"), message.object("content").object(), true);
            default -> {
                if (!OTHERS.contains(role)) {
                    warnings.add("a message of the unknown role '" + OneLine.ofMessage(role)
                            + "' in MESSAGES_SNAPSHOT was dropped");
                }
            }
        }
    }

    private void assistant(EventFields message) throws StreamBroken {
        JsonNode content = message.object().path("content");
        String text = content.isNull() || content.isMissingNode() ? "" : message.content(warnings);
        JsonNode calls = message.optionalArray("toolCalls");
        var ids = new ArrayList<String>();
        if (calls != null) {
            for (JsonNode call : calls) {
                ids.add(call(EventFields.of("MESSAGES_SNAPSHOT.messages.toolCalls", call), message.text("id")));
            }
        }
        run.restated(message.text("id"), text, ids);
    }

    private String call(EventFields call, String message) throws StreamBroken {
        String id = call.text("id");
        EventFields function = call.object("function");
        if (!sent.contains(id) && !run.tools.has(id)) {
            begin(id, function, message);
        }
        return id;
    }

    private void begin(String id, EventFields function, String message) throws StreamBroken {
        run.opened(new AguiEvent.Opened("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id,
                function.text("name"), message));
        run.tools.append(id, AnswerJson.text(function.any("arguments")));
        run.closed(new AguiEvent.Closed("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id, null));
    }

    private void result(EventFields message) throws StreamBroken {
        String id = message.text("toolCallId");
        if (run.tools.has(id) && !run.tools.isAnswered(id)) {
            run.resulted(message.text("id"), id, message.content(warnings));
        }
    }
}
