package dev.muster.cli.demo;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes an AG-UI run event by event, with tool calls, state and usage. */
final class AguiRun {

    private final AnswerStream stream;
    private final String threadId;
    private final String runId;
    private int ids;
    private int words;

    AguiRun(AnswerStream stream, JsonNode request) {
        this.stream = stream;
        this.threadId = request.path("threadId").asString("thread");
        this.runId = request.path("runId").asString("run");
    }

    void play(List<Act> acts, List<DemoMessage> history) throws IOException {
        stream.send(run("RUN_STARTED"));
        for (var act : acts) {
            switch (act) {
                case Act.Say(var text) -> say(text);
                case Act.Use(var tool, var arguments, var result) -> use(tool, arguments, result);
                case Act.Ask(var tool, var arguments) -> call(nextId("call"), tool, arguments.toString());
                case Act.Show(var state) -> stream.send(event("STATE_SNAPSHOT").set("snapshot", state));
                case Act.Change(var patch) -> stream.send(event("STATE_DELTA").set("delta", patch));
            }
        }
        var finished = run("RUN_FINISHED");
        finished.putObject("outcome").put("type", "success");
        finished.putArray("usage").addObject().put("model", "scripted")
                .put("inputTokens", history.stream().mapToInt(DemoMessage::tokens).sum()).put("outputTokens", words);
        stream.send(finished);
    }

    private void say(String text) throws IOException {
        var id = nextId("message");
        stream.send(event("TEXT_MESSAGE_START").put("messageId", id).put("role", "assistant"));
        for (var word : AnswerStream.words(text)) {
            stream.pause();
            stream.send(event("TEXT_MESSAGE_CONTENT").put("messageId", id).put("delta", word));
            words++;
        }
        stream.send(event("TEXT_MESSAGE_END").put("messageId", id));
    }

    private void use(String tool, JsonNode arguments, JsonNode result) throws IOException {
        var id = nextId("call");
        call(id, tool, arguments.toString());
        stream.pause();
        stream.send(event("TOOL_CALL_RESULT").put("messageId", nextId("message")).put("toolCallId", id)
                .put("role", "tool").put("content", result.toString()));
    }

    private void call(String id, String tool, String arguments) throws IOException {
        stream.send(event("TOOL_CALL_START").put("toolCallId", id).put("toolCallName", tool));
        int half = arguments.length() / 2;
        stream.send(event("TOOL_CALL_ARGS").put("toolCallId", id).put("delta", arguments.substring(0, half)));
        stream.pause();
        stream.send(event("TOOL_CALL_ARGS").put("toolCallId", id).put("delta", arguments.substring(half)));
        stream.send(event("TOOL_CALL_END").put("toolCallId", id));
        words++;
    }

    private ObjectNode run(String type) {
        return event(type).put("threadId", threadId).put("runId", runId);
    }

    private String nextId(String kind) {
        ids++;
        return runId + "-" + kind + "-" + ids;
    }

    private static ObjectNode event(String type) {
        return Json.MAPPER.createObjectNode().put("type", type);
    }
}
