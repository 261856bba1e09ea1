package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import tools.jackson.databind.JsonNode;

/** The bookshop's agent: OpenAI chat completions, streamed when asked. Needs no key; refuses any except {@code demo}. */
record ChatAgent(AnswerStream.Pace pace, InstantSource clock) implements ScriptedAgent {

    @Override
    public void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException {
        var key = exchange.getRequestHeaders().getFirst("Authorization");
        if (key != null && !key.equals("Bearer demo")) {
            ScriptedAgent.refuse(exchange, 401, "wrong key; the demo needs none, or 'Bearer demo'");
            return;
        }
        var completion = new ChatCompletion(clock.instant().getEpochSecond(),
                request.path("model").asString("scripted"),
                history.stream().mapToInt(said -> ScriptedAgent.tokens(said.text())).sum());
        var acts = ChatScript.answer(history);
        if (request.path("stream").asBoolean(false)) {
            stream(exchange, completion, acts, request.path("stream_options").path("include_usage").asBoolean(false));
        } else {
            ScriptedAgent.json(exchange, 200, completion.whole(acts));
        }
    }

    private void stream(HttpExchange exchange, ChatCompletion completion, List<Act> acts, boolean usage)
            throws IOException {
        try (var stream = AnswerStream.open(exchange, pace)) {
            for (var chunk : completion.chunks(acts)) {
                stream.send(chunk);
                stream.pause();
            }
            if (usage) {
                stream.send(completion.usageChunk(acts));
            }
            stream.send("[DONE]");
        }
    }
}
