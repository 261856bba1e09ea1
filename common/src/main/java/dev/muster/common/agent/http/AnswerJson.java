package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.json.JsonTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** JSON as agents send it: nested no deeper than can be stored inside a result, and of a bounded number of values. */
public final class AnswerJson {

    /** Half the writer's limit, which leaves room for the surrounding result. */
    public static final int DEEPEST = 250;

    private static final int LONGEST_ID = 200;
    private static final JsonMapper MAPPER = JsonMapper
            .builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build()).build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private AnswerJson() {}

    /** @throws StreamBroken when it is not JSON; the message begins with {@code what} */
    public static JsonNode read(String text, String what) throws StreamBroken {
        try {
            return BoundedJson.read(MAPPER, withoutMark(text));
        } catch (JacksonException e) {
            throw new StreamBroken(what + " is not JSON: " + OneLine.of(JsonTrouble.of(e)) + "; it begins: "
                    + OneLine.of(text));
        }
    }

    /** Reads JSON; a missing node for anything else. */
    public static JsonNode orMissing(String text) {
        try {
            return read(text, "it");
        } catch (StreamBroken e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    /** Returns a text without the byte order mark with which some programs begin. */
    public static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Reads the arguments or the result of a tool: parsed, or a string node when it is not JSON. */
    public static JsonNode readOrText(String text) {
        if (!mayBeJson(text)) {
            return JsonNodeFactory.instance.stringNode(text);
        }
        try {
            return BoundedJson.read(MAPPER, text);
        } catch (JacksonException e) {
            return JsonNodeFactory.instance.stringNode(text);
        }
    }

    /** Reads arguments the same way; an empty object for a call without any. */
    public static JsonNode arguments(String text) {
        return text.isBlank() ? JsonNodeFactory.instance.objectNode() : readOrText(text);
    }

    /** Reads JSON that protocols carry as text; other nodes stay as they are. */
    public static JsonNode parsed(JsonNode sent) {
        return sent.isString() ? readOrText(sent.stringValue()) : sent;
    }

    /** Reads arguments that are text or JSON. */
    public static JsonNode arguments(JsonNode sent) {
        return sent.isString() ? arguments(sent.stringValue()) : sent;
    }

    /** Returns arguments as protocols carry them: JSON as text. */
    public static String text(JsonNode arguments) {
        return arguments.isString() ? arguments.stringValue() : arguments.toString();
    }

    /** Returns a short text that tells objects apart: what they are called, else all that they are. */
    public static String identity(JsonNode of, String name) {
        var id = of.path(name);
        var text = id.isString() ? id.stringValue() : of.toString();
        return text.length() <= LONGEST_ID ? text : text.length() + "#" + text.hashCode();
    }

    /** Returns the failure that an error in an answer declares: a text, or its message with its code or type. */
    public static AgentFailure failure(JsonNode error) {
        var message = error.isString() ? error.stringValue() : error.path("message").stringValue(error.toString());
        var code = Stream.of("code", "type").map(error::path).filter(each -> each.isString() || each.isNumber())
                .map(JsonNode::asString).filter(each -> !each.isEmpty() && !each.equals("error")).findFirst();
        return AgentFailure.Agent.declared("agent error: " + OneLine.ofMessage(message)
                + code.map(each -> " (" + OneLine.ofMessage(each) + ")").orElse(""));
    }

    /** A quick check: most texts are not JSON, and a failed parse is expensive. */
    private static boolean mayBeJson(String text) {
        String begin = text.stripLeading();
        return !begin.isEmpty() && "{[\"-0123456789tfn".indexOf(begin.charAt(0)) >= 0;
    }
}
