package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool call as a suite describes it.
 *
 * @param names any of them
 * @param arguments an object (strings {@code regex:…} match); null for any arguments
 * @param argsMatch how the call's arguments are held against these
 */
public record ExpectedCall(List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch) {

    public ExpectedCall {
        names = List.copyOf(names);
    }

    /** How the arguments of a call are held against those of a suite. */
    public enum ArgsMatch {
        /** The same, no more and no less. */
        EXACT,
        /** What the suite says is among the call's. */
        SUBSET,
        /** What the call has is among the suite's. */
        SUPERSET,
        /** They are not looked at. */
        IGNORE;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static ArgsMatch of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }
}
