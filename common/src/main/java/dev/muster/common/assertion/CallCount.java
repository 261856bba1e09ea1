package dev.muster.common.assertion;

import module java.base;
import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The number of calls allowed.
 *
 * @param max null for any number
 */
public record CallCount(int min, @Nullable Integer max) {

    public static final CallCount AT_LEAST_ONE = new CallCount(1, null);

    public boolean allows(int calls) {
        return calls >= min && (max == null || calls <= max);
    }

    /** Returns the words after "be called"; "" for "at least once". */
    public String words() {
        if (max == null) {
            return min == 1 ? "" : " at least " + times(min);
        }
        if (max == min) {
            return " exactly " + times(min);
        }
        return min == 0 ? " at most " + times(max) : " " + min + " to " + times(max);
    }

    public static String times(int calls) {
        return calls == 1 ? "once" : calls + " times";
    }

    /** Returns the count as suites write it; null for the default. */
    @Nullable
    JsonNode json() {
        boolean exact = max != null && max == min;
        return equals(AT_LEAST_ONE) ? null
                : exact ? JsonMembers.of("exact", min).object()
                        : JsonMembers.of("min", min).add("max", max).object();
    }
}
