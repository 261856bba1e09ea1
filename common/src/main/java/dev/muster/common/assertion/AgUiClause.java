package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.json.Ordered;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;

/** The clauses of an AG-UI test's assert block; docs/suites.md defines their meaning. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "clause")
public sealed interface AgUiClause {

    /** Returns what the agent must be able to show: without it, the clause says nothing about the agent. */
    default Set<Shown> needs() {
        return switch (this) {
            case Require require -> calls(require.resultMatch != null || require.resultNotMatch != null);
            case ForbidCall call -> calls(call.resultMatch != null);
            case Forbid _,MaxGap _ -> calls(false);
            // without calls, the idle time is that between start and end
            case MaxDuration _,MaxIdle _,MustMatch _,MustNotMatch _ -> Set.of();
        };
    }

    private static Set<Shown> calls(boolean withResults) {
        return withResults ? EnumSet.of(Shown.TOOLS, Shown.TOOL_RESULTS) : EnumSet.of(Shown.TOOLS);
    }

    default boolean limits() {
        return this instanceof MaxDuration || this instanceof MaxGap || this instanceof MaxIdle;
    }

    default boolean readsText() {
        return this instanceof MustMatch || this instanceof MustNotMatch;
    }

    /** Whether it describes what must not happen. */
    default boolean forbids() {
        return this instanceof Forbid || this instanceof ForbidCall || this instanceof MustNotMatch;
    }

    default String label() {
        return switch (this) {
            case Forbid(var tool) -> "forbid " + tool;
            case Require require -> "require " + require.tool;
            case ForbidCall call -> "forbid_calls " + call.tool;
            case MaxDuration(var ms) -> "max_duration_ms " + ms;
            case MaxGap(var ms) -> "max_gap_ms " + ms;
            case MaxIdle(var ms) -> "max_idle_ms " + ms;
            case MustMatch(var pattern) -> "must_match /" + pattern + "/";
            case MustNotMatch(var pattern) -> "must_not_match /" + pattern + "/";
        };
    }

    /** Writes the clause in the agent-test dialect: {@code "require": {…}} and the like. */
    default void write(JsonMembers to) {
        switch (this) {
            case Forbid(var tool) -> to.add("forbid", tool);
            case Require(var tool, var count, var args, var result, var never, var after) -> to.add("require",
                    JsonMembers.of("name", tool).add("count", count.json()).add("args_match", args)
                            .add("result_match", result).add("result_not_match", never).add("after", after).object());
            case ForbidCall(var tool, var args, var result) -> to.add("forbid_call",
                    JsonMembers.of("name", tool).add("args_match", args).add("result_match", result).object());
            case MaxDuration(var ms) -> to.add("max_duration_ms", ms);
            case MaxGap(var ms) -> to.add("max_gap_ms", ms);
            case MaxIdle(var ms) -> to.add("max_idle_ms", ms);
            case MustMatch(var pattern) -> to.add("must_match", pattern);
            case MustNotMatch(var pattern) -> to.add("must_not_match", pattern);
        }
    }

    /** The tool is never called. */
    @JsonTypeName("forbid")
    record Forbid(@AsWritten String tool) implements AgUiClause {}

    /**
     * The number of calls of the tool that pass the filters is within {@code count}.
     *
     * @param argsMatch pattern by dotted path of an argument; all must match
     * @param resultMatch pattern that a call's result must match to count; null for any
     * @param resultNotMatch pattern that no result of a call that passes {@code argsMatch} may match; null for none
     * @param after the first call comes after the first call of this tool; null for none
     */
    @JsonTypeName("require")
    record Require(@AsWritten String tool, CallCount count, Map<String, String> argsMatch, @Nullable String resultMatch,
            @Nullable String resultNotMatch, @AsWritten @Nullable String after) implements AgUiClause {

        public Require {
            argsMatch = Ordered.copy(argsMatch);
        }
    }

    /** No call of the tool passes all filters. */
    @JsonTypeName("forbid_call")
    record ForbidCall(@AsWritten String tool, Map<String, String> argsMatch,
            @Nullable String resultMatch) implements AgUiClause {

        public ForbidCall {
            argsMatch = Ordered.copy(argsMatch);
        }
    }

    /** The turn, or the whole test, takes at most this long. */
    @JsonTypeName("max_duration")
    record MaxDuration(long ms) implements AgUiClause {}

    /** The time between two consecutive tool calls is at most this long. */
    @JsonTypeName("max_gap")
    record MaxGap(long ms) implements AgUiClause {}

    /** The time between the start, each tool call and the end is at most this long. */
    @JsonTypeName("max_idle")
    record MaxIdle(long ms) implements AgUiClause {}

    /** The text contains a match of the pattern. */
    @JsonTypeName("must_match")
    record MustMatch(String pattern) implements AgUiClause {}

    /** The text contains no match of the pattern. */
    @JsonTypeName("must_not_match")
    record MustNotMatch(String pattern) implements AgUiClause {}
}
