package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** The clauses of an AG-UI test's assert block; docs/suites.md defines their meaning. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "clause")
@JsonSubTypes({@JsonSubTypes.Type(value = AgUiClause.Forbid.class, name = "forbid"),
    @JsonSubTypes.Type(value = AgUiClause.Require.class, name = "require"),
    @JsonSubTypes.Type(value = AgUiClause.ForbidCall.class, name = "forbid_call"),
    @JsonSubTypes.Type(value = AgUiClause.MaxDuration.class, name = "max_duration"),
    @JsonSubTypes.Type(value = AgUiClause.MaxGap.class, name = "max_gap"),
    @JsonSubTypes.Type(value = AgUiClause.MaxIdle.class, name = "max_idle"),
    @JsonSubTypes.Type(value = AgUiClause.MustMatch.class, name = "must_match"),
    @JsonSubTypes.Type(value = AgUiClause.MustNotMatch.class, name = "must_not_match")})
public sealed interface AgUiClause {

    /** Whether it looks at tool results. */
    default boolean readsToolResults() {
        return false;
    }

    /** The tool is never called. */
    record Forbid(String tool) implements AgUiClause {}

    /**
     * The number of calls of the tool that pass the filters is within {@code count}.
     *
     * @param argsMatch pattern by dotted path of an argument; all must match
     * @param resultMatch pattern that a call's result must match to count; null for any
     * @param resultNotMatch pattern that no result of a call that passes {@code argsMatch} may match; null for none
     * @param after the first call comes after the first call of this tool; null for none
     */
    record Require(String tool, Count count, Map<String, String> argsMatch, @Nullable String resultMatch,
            @Nullable String resultNotMatch, @Nullable String after) implements AgUiClause {
        public Require {
            argsMatch = Map.copyOf(argsMatch);
        }

        @Override
        public boolean readsToolResults() {
            return resultMatch != null || resultNotMatch != null;
        }
    }

    /** No call of the tool passes all filters. */
    record ForbidCall(String tool, Map<String, String> argsMatch, @Nullable String resultMatch) implements AgUiClause {
        public ForbidCall {
            argsMatch = Map.copyOf(argsMatch);
        }

        @Override
        public boolean readsToolResults() {
            return resultMatch != null;
        }
    }

    /** The turn, or the whole test, takes at most this long. */
    record MaxDuration(long ms) implements AgUiClause {}

    /** The time between two consecutive tool calls is at most this long. */
    record MaxGap(long ms) implements AgUiClause {}

    /** The time between the start, each tool call and the end is at most this long. */
    record MaxIdle(long ms) implements AgUiClause {}

    /** The text contains a match of the pattern. */
    record MustMatch(String pattern) implements AgUiClause {}

    /** The text contains no match of the pattern. */
    record MustNotMatch(String pattern) implements AgUiClause {}

    /**
     * The number of calls allowed.
     *
     * @param max null for any number
     */
    record Count(int min, @Nullable Integer max) {

        public static final Count AT_LEAST_ONE = new Count(1, null);
    }
}
