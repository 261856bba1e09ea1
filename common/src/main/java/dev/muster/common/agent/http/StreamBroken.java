package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import tools.jackson.databind.JsonNode;

/** Thrown when an answer breaks a rule of its protocol; the message says which, and where. */
public final class StreamBroken extends Exception {

    private static final long serialVersionUID = 1L;

    public StreamBroken(String message) {
        super(message, null, false, false);
    }

    /** @throws StreamBroken when an answer makes another call after so many */
    public static void checkCalls(int calls) throws StreamBroken {
        if (calls >= StreamBounds.MOST_CALLS) {
            throw new StreamBroken("the answer exceeded the bound of 10,000 tool calls per answer");
        }
    }

    /** @param name of the value */
    public static StreamBroken wrong(String name, JsonNode value, String right) {
        return new StreamBroken(name + " of a chunk is " + kind(value) + ", but must be " + right);
    }

    /** Returns the kind of a value, for error messages. */
    public static String kind(JsonNode value) {
        return value.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
