package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.json.BoundedJson;
import tools.jackson.databind.JsonNode;

/** Thrown when an answer breaks a rule of its protocol; the message says which, and where. */
public final class StreamBroken extends Exception {

    public StreamBroken(String message) {
        super(message, null, false, false);
    }

    /** @throws StreamBroken when an answer makes another call after so many */
    public static void checkCalls(int calls) throws StreamBroken {
        if (calls >= StreamBounds.MOST_CALLS) {
            throw new StreamBroken("the answer exceeded the limit of 10,000 tool calls per answer");
        }
    }

    /** Returns how many values may still come; throws when a document of an answer has more. */
    public static int checkValues(JsonNode document, int left) throws StreamBroken {
        int values = BoundedJson.values(document, left);
        if (values > left) {
            throw new StreamBroken("the answer exceeded the limit of 500,000 values per answer");
        }
        return left - values;
    }

    /** Returns a text of a chunk; "" when it is null or absent. */
    public static String text(JsonNode of, String name, String shown) throws StreamBroken {
        JsonNode value = of.path(name);
        if (!value.isString() && !isAbsent(value)) {
            throw wrong(shown, value, "a string");
        }
        return value.stringValue("");
    }

    /** Returns a count; zero when it is null or absent. */
    public static long count(JsonNode count, String shown) throws StreamBroken {
        if (isAbsent(count)) {
            return 0;
        }
        if (!count.canConvertToExactIntegral() || !count.canConvertToLong() || count.longValue() < 0) {
            throw new StreamBroken(shown + " is " + OneLine.ofMessage(count.toString())
                    + ", but must be a whole number, 0 or more");
        }
        return count.longValue();
    }

    public static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
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
