package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import tools.jackson.databind.JsonNode;

/** The expense agent: AG-UI, with tools of its own, state and usage. */
final class ExpenseAgent extends ScriptedAgent {

    private final Pace pace;

    ExpenseAgent(Pace pace) {
        this.pace = pace;
    }

    @Override
    void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException {
        try (var stream = AnswerStream.open(exchange, pace)) {
            var run = new AguiRun(stream, request.path("threadId").asString("thread"),
                    request.path("runId").asString("run"));
            run.start();
            for (var act : ExpenseScript.answer(history)) {
                run.perform(act);
            }
            run.finish(history.stream().mapToInt(said -> tokens(said.text())).sum());
        }
    }
}
