package dev.muster.common.agent.openai;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.http.OneLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An error in place of a completion: {@code {"error": {message, code?, type?}}}, or a string. */
final class ErrorObject {

    private ErrorObject() {}

    /** Returns null when there is none. */
    static @Nullable AgentFailure in(JsonNode chunk) {
        JsonNode error = chunk.path("object").stringValue("").equals("error") ? chunk : chunk.path("error");
        if (error.isMissingNode() || error.isNull()) {
            return null;
        }
        return AgentFailure.Agent.declared("agent error: " + OneLine.ofMessage(message(error)) + code(error));
    }

    private static String message(JsonNode error) {
        return error.isString() ? error.stringValue() : error.path("message").stringValue(error.toString());
    }

    private static String code(JsonNode error) {
        JsonNode code = error.path("code");
        if (code.isString() || code.isNumber()) {
            return " (" + OneLine.ofMessage(code.asString()) + ")";
        }
        JsonNode type = error.path("type");
        return type.isString() ? " (" + OneLine.ofMessage(type.stringValue()) + ")" : "";
    }
}
