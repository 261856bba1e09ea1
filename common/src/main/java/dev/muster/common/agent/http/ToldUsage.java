package dev.muster.common.agent.http;

import dev.muster.common.agent.Usage;
import tools.jackson.databind.JsonNode;

/** Reads token counts in the format of OpenAI and compatible servers. */
public final class ToldUsage {

    private ToldUsage() {}

    /** @throws StreamBroken when a count is invalid */
    public static Usage of(JsonNode told) throws StreamBroken {
        return new Usage(count(told, "prompt_tokens"), count(told, "completion_tokens"),
                count(told.path("prompt_tokens_details"), "cached_tokens"), null, false);
    }

    /** Returns zero when it is absent. */
    private static long count(JsonNode told, String name) throws StreamBroken {
        JsonNode count = told.path(name);
        if (count.isMissingNode() || count.isNull()) {
            return 0;
        }
        if (!count.canConvertToExactIntegral() || !count.canConvertToLong() || count.longValue() < 0) {
            throw new StreamBroken(name + " of the usage is " + OneLine.ofMessage(count.toString())
                    + ", but must be a whole number, 0 or more");
        }
        return count.longValue();
    }
}
