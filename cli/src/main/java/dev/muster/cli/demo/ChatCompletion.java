package dev.muster.cli.demo;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** One answer in the format of OpenAI's chat completions, which has only {@link Act.Say} and {@link Act.Ask}. */
record ChatCompletion(Act act, long created, String model, int promptTokens) {

    /** Writes the answer in chunks. */
    void stream(AnswerStream stream, boolean withUsage) throws IOException {
        for (var chunk : chunks()) {
            stream.send(chunk);
            stream.pause();
        }
        if (withUsage) {
            var chunk = object("chat.completion.chunk");
            chunk.putArray("choices");
            stream.send(chunk.set("usage", usage()));
        }
        stream.send("[DONE]");
    }

    private List<ObjectNode> chunks() {
        var chunks = new ArrayList<ObjectNode>();
        if (act instanceof Act.Say(var text)) {
            AnswerStream.words(text).forEach(word -> delta(chunks).put("content", word));
        } else if (act instanceof Act.Ask ask) {
            var arguments = ask.arguments().toString();
            call(delta(chunks), ask.tool(), "");
            piece(delta(chunks), arguments.substring(0, arguments.length() / 2));
            piece(delta(chunks), arguments.substring(arguments.length() / 2));
        }
        var last = object("chat.completion.chunk");
        choice(last).put("finish_reason", finish()).putObject("delta");
        chunks.add(last);
        return chunks;
    }

    /** Returns the answer in one piece, for a request without a stream. */
    ObjectNode whole() {
        var whole = object("chat.completion");
        var message = choice(whole).put("finish_reason", finish()).putObject("message").put("role", "assistant");
        if (act instanceof Act.Say(var text)) {
            message.put("content", text);
        } else if (act instanceof Act.Ask ask) {
            call(message.putNull("content"), ask.tool(), ask.arguments().toString());
        }
        return whole.set("usage", usage());
    }

    private ObjectNode delta(List<ObjectNode> chunks) {
        var chunk = object("chat.completion.chunk");
        var delta = choice(chunk).putNull("finish_reason").putObject("delta");
        if (chunks.isEmpty()) {
            delta.put("role", "assistant");
        }
        chunks.add(chunk);
        return delta;
    }

    private static void call(ObjectNode to, String tool, String arguments) {
        to.putArray("tool_calls").addObject().put("index", 0).put("id", "call_1").put("type", "function")
                .putObject("function").put("name", tool).put("arguments", arguments);
    }

    private static void piece(ObjectNode delta, String arguments) {
        delta.putArray("tool_calls").addObject().put("index", 0).putObject("function").put("arguments", arguments);
    }

    private ObjectNode object(String kind) {
        return Json.MAPPER.createObjectNode().put("id", "chatcmpl-demo").put("object", kind).put("created", created)
                .put("model", model);
    }

    private static ObjectNode choice(ObjectNode object) {
        return object.putArray("choices").addObject().put("index", 0);
    }

    private String finish() {
        return act instanceof Act.Ask ? "tool_calls" : "stop";
    }

    private ObjectNode usage() {
        int tokens = act instanceof Act.Say(var text) ? DemoMessage.tokens(text) : 8;
        return Json.MAPPER.createObjectNode().put("prompt_tokens", promptTokens).put("completion_tokens", tokens)
                .put("total_tokens", promptTokens + tokens);
    }
}
