package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clauses of an AG-UI test's assert block; what they mean is said in docs/suites.md. */
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

    /** Whether it looks at what tools gave back. */
    default boolean readsToolResults() {
        return false;
    }

    /** The tool is never called. */
    record Forbid(String tool) implements AgUiClause {}

    /**
     * The tool is called as often as {@code count} says, counting the calls that the filters leave.
     *
     * @param argsMatch dotted path of an argument to a pattern; all must be found
     * @param resultMatch pattern that the result must match for a call to count; null for any
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

    /** The turn, or the whole test, takes no longer. */
    record MaxDuration(long ms) implements AgUiClause {}

    /** Between two consecutive tool calls lies no more. */
    record MaxGap(long ms) implements AgUiClause {}

    /** No more lies between the beginning, each tool call and the end. */
    record MaxIdle(long ms) implements AgUiClause {}

    /** The pattern is found in the text. */
    record MustMatch(String pattern) implements AgUiClause {}

    /** The pattern is not found in the text. */
    record MustNotMatch(String pattern) implements AgUiClause {}

    /**
     * How many calls.
     *
     * @param max null for any number
     */
    record Count(int min, @Nullable Integer max) {

        public static final Count AT_LEAST_ONE = new Count(1, null);
    }
}
