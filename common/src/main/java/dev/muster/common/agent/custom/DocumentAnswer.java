package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document that a program or a function answers with. A member that is not what it should be is an error: left out, a
 * case that wants no tool call would pass.
 */
final class DocumentAnswer {

    private static final Set<String> MEMBERS = Set.of("text", "tool_calls", "state", "usage", "awaiting_input",
            "error");

    private DocumentAnswer() {}

    /** Whether a document has a member of an answer. */
    static boolean isOne(JsonNode document) {
        return document.propertyNames().stream().anyMatch(MEMBERS::contains);
    }

    /** Returns what is wrong with an answer; null for nothing. */
    static @Nullable String trouble(JsonNode answer) {
        for (var name : answer.propertyNames()) {
            var meant = MEMBERS.contains(name) ? null : meant(name);
            if (meant != null) {
                return "the answer has '" + name + "'; write '" + meant + "'";
            }
        }
        var text = answer.path("text");
        if (!text.isMissingNode() && !text.isNull() && !text.isString()) {
            return "the answer's 'text' has to be a text, not " + OneLine.of(text.toString());
        }
        var calls = answer.path("tool_calls");
        if (!calls.isMissingNode() && !calls.isNull() && !calls.isArray()) {
            return "the answer's 'tool_calls' has to be a list, not " + OneLine.of(calls.toString());
        }
        for (var call : calls) {
            if (call(call).path("name").asString("").isBlank()) {
                return "a call in the answer's 'tool_calls' needs a 'name', such as {\"name\": \"find_order\","
                        + " \"arguments\": {\"id\": 4711}}, not " + OneLine.of(call.toString());
            }
        }
        return null;
    }

    /** Returns an answer with calls in the form of OpenAI's, which {@code messages} have, made plain. */
    static JsonNode plain(JsonNode answer) {
        if (!(answer.path("tool_calls") instanceof ArrayNode calls) || !(answer instanceof ObjectNode document)
                || calls.valueStream().noneMatch(DocumentAnswer::isNested)) {
            return answer;
        }
        var plain = document.deepCopy();
        var list = plain.putArray("tool_calls");
        calls.forEach(call -> list.add(isNested(call) ? ((ObjectNode) call.path("function")).deepCopy()
                .set("id", call.path("id").isMissingNode() ? null : call.path("id")) : call));
        return plain;
    }

    private static JsonNode call(JsonNode call) {
        return isNested(call) ? call.path("function") : call;
    }

    private static boolean isNested(JsonNode call) {
        return call.path("function").isObject() && !call.has("name");
    }

    /** Returns the member that another spelling stands for; null for none. */
    private static @Nullable String meant(String name) {
        var letters = letters(name);
        return MEMBERS.stream()
                .filter(member -> letters(member).equals(letters) || letters(member).equals(letters + "s"))
                .findFirst().orElse(letters.equals("awaiting") ? "awaiting_input" : null);
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
