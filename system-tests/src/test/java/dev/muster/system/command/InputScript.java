package dev.muster.system.command;

import module java.base;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.ScriptedModel.Call;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent and a judge whose answers stand in what they are asked, behind a mark: {@code @{…}} for the agent, {@code
 * J:{…}} for the judge. Members: {@code content}, {@code calls} ({@code [[name, arguments], …]}), {@code finish}, {@code
 * raw} (a whole body), {@code status}; or {@code key} and {@code seq}, the answers to one call after the other.
 */
final class InputScript {

    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    /** Adds agents at {@code /agent}, a judge at {@code /judge} and a simulator that is done at once at {@code /done}. */
    void on(ScriptedModel model) {
        model.on("/agent", call -> agent(lastOfUser(call)));
        model.on("/judge", call -> judge(call.newest().replace("\\\"", "\"")));
        model.on("/done", _ -> Answer.text("{\"input\": \"\", \"goal_achieved\": true}"));
    }

    private static String lastOfUser(Call call) {
        return call.body().path("messages").valueStream()
                .filter(message -> message.path("role").asString("").equals("user")).toList().getLast().path("content")
                .asString("");
    }

    private Answer agent(String input) {
        var answer = next(input, "@");
        if (answer == null) {
            return Answer.text(input);
        }
        if (answer.has("status")) {
            return Answer.error(answer.get("status").asInt(), "as scripted");
        }
        if (answer.has("raw")) {
            return Answer.json(answer.get("raw"));
        }
        var message = Json.MAPPER.createObjectNode();
        message.set("content", answer.path("content").isMissingNode() ? Json.MAPPER.nullNode() : answer.get("content"));
        for (var call : answer.path("calls")) {
            message.withArray("/tool_calls").addObject().put("id", "").put("type", "function").putObject("function")
                    .put("name", call.get(0).asString()).put("arguments", call.get(1).toString());
        }
        var completion = Answer.message(message);
        if (answer.has("finish")) {
            ((ObjectNode) completion.body().path("choices").get(0)).set("finish_reason", answer.get("finish"));
        }
        return completion;
    }

    private Answer judge(String asked) {
        var answer = next(asked, "J:");
        return Answer
                .text(answer == null ? "no verdict" : answer.isString() ? answer.stringValue() : answer.toString());
    }

    private @Nullable JsonNode next(String text, String mark) {
        int at = text.indexOf(mark + "{");
        if (at < 0) {
            return null;
        }
        var script = object(text.substring(at + mark.length()));
        if (!script.has("seq")) {
            return script;
        }
        int call = calls.computeIfAbsent(script.path("key").asString(""), _ -> new AtomicInteger()).getAndIncrement();
        return script.get("seq").get(Math.min(call, script.get("seq").size() - 1));
    }

    /** Reads the object that a text begins with. */
    private static JsonNode object(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                if (depth == 0) {
                    return Json.MAPPER.readTree(text.substring(0, at + 1));
                }
            }
        }
        throw new IllegalArgumentException(text);
    }

    /** Returns an input that makes the agent answer with this text. */
    static String says(String text) {
        return "@" + Json.MAPPER.createObjectNode().put("content", text);
    }

    /** Returns an input that makes the agent answer one call after the other, whatever case it belongs to. */
    static String says(String key, String... answers) {
        return "@{\"key\":\"" + key + "\",\"seq\":[" + String.join(",", answers) + "]}";
    }
}
