package dev.muster.common.agent.mcp;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.OneLine;
import tools.jackson.databind.JsonNode;

/**
 * The response to a request: its result, or an error.
 *
 * @param key of the request; empty when the server could not read it
 * @param large whether reading the message may be heavy work
 */
record McpResponse(String key, JsonNode message, boolean large) {
    JsonNode result() {
        return message.path("result");
    }

    /** Returns the result, which must be an object. */
    JsonNode checkedResult() throws CallFailed {
        if (result().isObject()) {
            return result();
        }
        var error = message.path("error");
        throw new CallFailed(error.isMissingNode()
                ? AgentFailure.Agent.undeclared("agent error: the response has neither result nor error: "
                        + OneLine.of(message.toString()))
                : AnswerJson.failure(error));
    }

    /** Returns the code of the error; 0 for none. */
    int code() {
        return message.path("error").path("code").asInt(0);
    }
}
