package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.system.conformance.Part.Step;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a step as the events of an AG-UI run. */
final class AguiAnswer {

    private final Scene scene;
    private final Call call;
    private final Step step;
    private final @Nullable EventClock clock;
    private final StringBuilder events = new StringBuilder();
    private final String prefix;
    private int ids;

    private AguiAnswer(Scene scene, Call call, Step step) {
        this.scene = scene;
        this.call = call;
        this.step = step;
        this.clock = scene.clock(call);
        this.prefix = "run" + scene.nextRun() + "-";
    }

    static String of(Scene scene, Call call, Step step) throws IOException {
        return new AguiAnswer(scene, call, step).events();
    }

    private String events() throws IOException {
        at(step.does().path("starts_at"));
        run("RUN_STARTED");
        if (step.fails("run_error")) {
            send(event("RUN_ERROR").put("message", step.does().path("fails").path("run_error").asString()));
            return events.toString();
        }
        for (var tool : step.does().path("tools")) {
            use(tool);
        }
        if (step.does().has("state")) {
            send(event("STATE_SNAPSHOT").set("snapshot", step.does().path("state")));
        }
        say();
        at(step.does().path("ends_at"));
        if (!step.fails("truncated")) {
            run("RUN_FINISHED");
        }
        return events.toString();
    }

    private void say() throws IOException {
        var text = step.does().has("json") ? scene.json(step.does().path("json"))
                : step.text(step.does().path("text").asString(""));
        if (!text.isEmpty() || step.does().has("text")) {
            var id = nextId();
            send(event("TEXT_MESSAGE_START").put("messageId", id).put("role", "assistant"));
            if (!text.isEmpty()) {
                send(event("TEXT_MESSAGE_CONTENT").put("messageId", id).put("delta", text));
            }
            send(event("TEXT_MESSAGE_END").put("messageId", id));
        }
    }

    private void use(JsonNode tool) {
        var id = nextId();
        at(tool.path("at"));
        send(event("TOOL_CALL_START").put("toolCallId", id).put("toolCallName", tool.path("name").stringValue()));
        send(event("TOOL_CALL_ARGS").put("toolCallId", id).put("delta",
                tool.has("args") ? tool.path("args").toString() : "{}"));
        send(event("TOOL_CALL_END").put("toolCallId", id));
        if (tool.has("result")) {
            var result = tool.path("result");
            send(event("TOOL_CALL_RESULT").put("messageId", nextId()).put("toolCallId", id).put("role", "tool")
                    .put("content", result.isString() ? result.stringValue() : result.toString()));
        }
    }

    private void run(String type) {
        send(event(type).put("threadId", call.thread()).put("runId", call.body().path("runId").asString("")));
    }

    private void at(JsonNode time) {
        if (clock != null) {
            clock.go(time);
        }
    }

    private void send(JsonNode event) {
        events.append("data: ").append(event).append("\n\n");
    }

    private ObjectNode event(String type) {
        var event = Json.MAPPER.createObjectNode().put("type", type);
        return clock == null ? event : event.put("timestamp", clock.now());
    }

    private String nextId() {
        ids++;
        return prefix + ids;
    }
}
