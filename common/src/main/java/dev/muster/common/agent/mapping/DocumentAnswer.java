package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document that a program or a function answers with. A member that is not what it should be is an error: left out,
 * a case that wants no tool call would pass.
 */
public final class DocumentAnswer {

    private static final Set<String> MEMBERS = Set.of("text", "tool_calls", "state", "usage", "awaiting_input",
            "error");
    /** Members of other APIs' answers, and the member that each stands for. */
    private static final Map<String, String> FOREIGN = Map.of("content", "text", "message", "text", "output", "text",
            "tools", "tool_calls");
    /** Members that may have the arguments of a call: ours, then LangChain's, Anthropic's and Llama's. */
    private static final List<String> ARGUMENTS = List.of("arguments", "args", "input", "parameters");

    private DocumentAnswer() {}

    /** Whether a document has a member of an answer, perhaps misspelt. */
    public static boolean isOne(JsonNode document) {
        return document.propertyNames().stream().anyMatch(name -> MEMBERS.contains(name) || meant(name) != null);
    }

    /** Returns why JSON that is no object is no answer; null for a number or a flag, which may be words. */
    public static @Nullable String noObject(JsonNode json, boolean helper) {
        return helper ? null : json.isNull() || json.isArray() || json.isString()
                ? "the answer has to be an object with 'text', or plain text, not " + OneLine.of(json.toString())
                : null;
    }

    /** Returns what is wrong with an answer; null for nothing. */
    static @Nullable String trouble(JsonNode answer) {
        if (answer.has("error") && AnswerPaths.isSet(answer.get("error"))) {
            return null; // the agent's own reason
        }
        var without = !answer.hasNonNull("text") && !answer.hasNonNull("tool_calls");
        for (var name : answer.propertyNames()) {
            var meant = MEMBERS.contains(name) ? null
                    : without && FOREIGN.containsKey(name) ? FOREIGN.get(name) : meant(name);
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
            if (call(call).path("name").stringValue("").isBlank()) {
                return "a call in the answer's 'tool_calls' needs a 'name', such as {\"name\": \"find_order\","
                        + " \"arguments\": {\"id\": 4711}}, not " + OneLine.of(call.toString());
            }
        }
        return null;
    }

    /** Returns an answer whose calls, in the form of {@code messages} or of another API, are made plain. */
    static JsonNode plain(JsonNode answer) {
        if (!(answer.path("tool_calls") instanceof ArrayNode calls) || !(answer instanceof ObjectNode document)) {
            return answer;
        }
        var plain = JsonNodeFactory.instance.objectNode().setAll(document);
        var list = plain.putArray("tool_calls");
        calls.forEach(call -> list.add(plainCall(call)));
        return plain;
    }

    private static JsonNode plainCall(JsonNode call) {
        var plain = JsonNodeFactory.instance.objectNode().setAll((ObjectNode) call).setAll((ObjectNode) call(call));
        ARGUMENTS.stream().filter(plain::hasNonNull).findFirst()
                .ifPresent(name -> plain.set("arguments", plain.get(name)));
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
                .findFirst().orElse(switch (letters) {
                    case "awaiting" -> "awaiting_input";
                    case "functioncall", "functioncalls" -> "tool_calls";
                    default -> null;
                });
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
