package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import dev.muster.common.json.Json;
import dev.muster.deploy.demo.ScriptedAgent.Act;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The expense agent: AG-UI, with tools of its own, state and usage. */
record ExpenseAgent(AnswerStream.Pace pace) implements ScriptedAgent {

    @Override
    public void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException {
        try (var stream = AnswerStream.open(exchange, pace)) {
            var run = new Run(stream, request.path("threadId").asString("thread"),
                    request.path("runId").asString("run"));
            run.start();
            for (var act : ExpenseScript.answer(history)) {
                run.perform(act);
            }
            run.finish(history.stream().mapToInt(said -> ScriptedAgent.tokens(said.text())).sum());
        }
    }

    /** An AG-UI run, written event by event. */
    private static final class Run {

        private final AnswerStream stream;
        private final String threadId;
        private final String runId;
        private int ids;
        private int words;

        Run(AnswerStream stream, String threadId, String runId) {
            this.stream = stream;
            this.threadId = threadId;
            this.runId = runId;
        }

        void start() throws IOException {
            stream.send(run("RUN_STARTED"));
        }

        void perform(Act act) throws IOException {
            switch (act) {
                case Act.Say say -> say(say.text());
                case Act.Use use -> use(use);
                case Act.Ask ask -> call(nextId("call"), ask.tool(), ask.arguments().toString());
                case Act.Show show -> stream.send(event("STATE_SNAPSHOT").set("snapshot", show.state()));
                case Act.Change change -> stream.send(event("STATE_DELTA").set("delta", change.patch()));
            }
        }

        void finish(int inputTokens) throws IOException {
            var finished = run("RUN_FINISHED");
            finished.putObject("outcome").put("type", "success");
            finished.putArray("usage").addObject().put("model", "scripted").put("inputTokens", inputTokens)
                    .put("outputTokens", words);
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

        private void use(Act.Use use) throws IOException {
            var id = nextId("call");
            call(id, use.tool(), use.arguments().toString());
            stream.pause();
            stream.send(event("TOOL_CALL_RESULT").put("messageId", nextId("message")).put("toolCallId", id)
                    .put("role", "tool").put("content", use.result().toString()));
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
}
