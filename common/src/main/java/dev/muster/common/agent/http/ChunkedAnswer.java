package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import tools.jackson.databind.JsonNode;

/**
 * An answer whose events are JSON objects, and perhaps {@code [DONE]} at their end, or one document in plain JSON. An event
 * that was cut off is ignored.
 */
public abstract class ChunkedAnswer implements AnswerReader {

    private static final String DONE = "[DONE]";

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(DONE)) {
            return done();
        }
        try {
            return chunk(checked(AnswerJson.read(data, "an event"), "an event"), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
    }

    @Override
    public boolean takesPlain() {
        return true;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        return body.isBlank() ? AgentFailure.Agent.undeclared("agent error: the answer is empty")
                : whole(checked(AnswerJson.read(body, "the answer"), "the answer"), body);
    }

    /** Reads an answer in plain JSON: one event, unless the protocol has a form of its own for it. */
    protected AgentOutcome whole(JsonNode answer, String body) throws StreamBroken {
        chunk(answer, body);
        return end(End.CLOSED);
    }

    private JsonNode checked(JsonNode chunk, String what) throws StreamBroken {
        if (!isChunk(chunk)) {
            throw new StreamBroken(what + " is not a JSON object");
        }
        return chunk;
    }

    protected boolean isChunk(JsonNode chunk) {
        return chunk.isObject();
    }

    /** Called for {@code [DONE]}; ignores it, because some servers speak OpenAI's dialect beside their own. */
    protected Next done() {
        return Next.GO_ON;
    }

    /** @param data the text of the chunk */
    protected abstract Next chunk(JsonNode chunk, String data) throws StreamBroken;
}
