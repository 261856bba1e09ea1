package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import dev.muster.common.json.Json;
import dev.muster.deploy.demo.ScriptedAgent.Act;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The bookshop's agent: OpenAI chat completions, streamed when asked. Needs no key; refuses any except {@code demo}. */
record ChatAgent(AnswerStream.Pace pace, InstantSource clock) implements ScriptedAgent {

    @Override
    public void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException {
        var key = exchange.getRequestHeaders().getFirst("Authorization");
        if (key != null && !key.equals("Bearer demo")) {
            ScriptedAgent.refuse(exchange, 401, "wrong key; the demo needs none, or 'Bearer demo'");
            return;
        }
        var completion = new Completion(clock.instant().getEpochSecond(),
                request.path("model").asString("scripted"),
                history.stream().mapToInt(said -> ScriptedAgent.tokens(said.text())).sum());
        var acts = ChatScript.answer(history);
        if (request.path("stream").asBoolean(false)) {
            stream(exchange, completion, acts, request.path("stream_options").path("include_usage").asBoolean(false));
        } else {
            ScriptedAgent.json(exchange, 200, completion.whole(acts));
        }
    }

    private void stream(HttpExchange exchange, Completion completion, List<Act> acts, boolean usage)
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

    /** One answer in the format of OpenAI's chat completions, which has only {@link Act.Say} and {@link Act.Ask}. */
    private record Completion(long created, String model, int promptTokens) {

        /** Returns the answer in chunks, without usage and the closing mark. */
        List<ObjectNode> chunks(List<Act> acts) {
            var chunks = new ArrayList<ObjectNode>();
            for (var act : acts) {
                if (act instanceof Act.Say(var text)) {
                    AnswerStream.words(text).forEach(word -> delta(chunks).put("content", word));
                } else if (act instanceof Act.Ask ask) {
                    var arguments = ask.arguments().toString();
                    call(delta(chunks), ask.tool(), "");
                    piece(delta(chunks), arguments.substring(0, arguments.length() / 2));
                    piece(delta(chunks), arguments.substring(arguments.length() / 2));
                }
            }
            var last = chunk("chat.completion.chunk");
            choice(last).put("finish_reason", finish(acts)).putObject("delta");
            chunks.add(last);
            return chunks;
        }

        ObjectNode usageChunk(List<Act> acts) {
            var chunk = chunk("chat.completion.chunk");
            chunk.putArray("choices");
            return chunk.set("usage", usage(acts));
        }

        /** Returns the answer as a whole, for a caller that asks for no stream. */
        ObjectNode whole(List<Act> acts) {
            var whole = chunk("chat.completion");
            var message = choice(whole).put("finish_reason", finish(acts)).putObject("message").put("role",
                    "assistant");
            for (var act : acts) {
                if (act instanceof Act.Say(var text)) {
                    message.put("content", text);
                } else if (act instanceof Act.Ask ask) {
                    call(message.putNull("content"), ask.tool(), ask.arguments().toString());
                }
            }
            return whole.set("usage", usage(acts));
        }

        private ObjectNode delta(List<ObjectNode> chunks) {
            var chunk = chunk("chat.completion.chunk");
            var delta = choice(chunk).putNull("finish_reason").putObject("delta");
            if (chunks.isEmpty()) {
                delta.put("role", "assistant");
            }
            chunks.add(chunk);
            return delta;
        }

        private static void call(ObjectNode to, String tool, String arguments) {
            var call = to.putArray("tool_calls").addObject().put("index", 0).put("id", "call_1").put("type",
                    "function");
            call.putObject("function").put("name", tool).put("arguments", arguments);
        }

        private static void piece(ObjectNode delta, String arguments) {
            var call = delta.putArray("tool_calls").addObject().put("index", 0);
            call.putObject("function").put("arguments", arguments);
        }

        private ObjectNode chunk(String object) {
            return Json.MAPPER.createObjectNode().put("id", "chatcmpl-demo").put("object", object)
                    .put("created", created)
                    .put("model", model);
        }

        private static ObjectNode choice(ObjectNode chunk) {
            return chunk.putArray("choices").addObject().put("index", 0);
        }

        private static String finish(List<Act> acts) {
            return acts.stream().anyMatch(Act.Ask.class::isInstance) ? "tool_calls" : "stop";
        }

        private ObjectNode usage(List<Act> acts) {
            int told = acts.stream().mapToInt(act -> act instanceof Act.Say(var text) ? ScriptedAgent.tokens(text) : 8)
                    .sum();
            return Json.MAPPER.createObjectNode().put("prompt_tokens", promptTokens).put("completion_tokens", told)
                    .put("total_tokens", promptTokens + told);
        }
    }
}
