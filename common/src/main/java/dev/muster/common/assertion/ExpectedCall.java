package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool call as a suite describes it.
 *
 * @param names any of them
 * @param arguments an object (strings {@code regex:…} are patterns); null for any arguments
 * @param argsMatch how to compare the call's arguments with these
 */
public record ExpectedCall(List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch) {

    public ExpectedCall {
        names = List.copyOf(names);
    }

    /** How the arguments of a call are compared with those of a suite. */
    public enum ArgsMatch {
        /** Both are the same. */
        EXACT,
        /** The suite's arguments are a subset of the call's. */
        SUBSET,
        /** The call's arguments are a subset of the suite's. */
        SUPERSET,
        /** Arguments are not compared. */
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
