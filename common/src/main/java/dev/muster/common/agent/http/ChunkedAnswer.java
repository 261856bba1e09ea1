package dev.muster.common.agent.http;

import tools.jackson.databind.JsonNode;

/** An answer whose events are JSON, and perhaps {@code [DONE]} at their end. An event that was cut off is ignored. */
public abstract class ChunkedAnswer implements AnswerReader {

    private static final String DONE = "[DONE]";

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(DONE)) {
            return done();
        }
        try {
            return chunk(AnswerJson.read(data, "an event"), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
    }

    /** Called for {@code [DONE]}; ignores it, because some servers speak OpenAI's dialect beside their own. */
    protected Next done() {
        return Next.GO_ON;
    }

    /** @param data the text of the chunk */
    protected abstract Next chunk(JsonNode chunk, String data) throws StreamBroken;
}
