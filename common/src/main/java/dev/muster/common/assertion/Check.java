package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import dev.muster.common.option.HelperUse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The kinds of check, by the names that suites use. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({@JsonSubTypes.Type(value = Check.Equals.class, name = "equals"),
    @JsonSubTypes.Type(value = Check.Contains.class, name = "contains"),
    @JsonSubTypes.Type(value = Check.NotContains.class, name = "not_contains"),
    @JsonSubTypes.Type(value = Check.Regex.class, name = "regex"),
    @JsonSubTypes.Type(value = Check.JsonPath.class, name = "json_path"),
    @JsonSubTypes.Type(value = Check.Type.class, name = "type"),
    @JsonSubTypes.Type(value = Check.ToolCalled.class, name = "tool_called"),
    @JsonSubTypes.Type(value = Check.ToolNotCalled.class, name = "tool_not_called"),
    @JsonSubTypes.Type(value = Check.ToolsInOrder.class, name = "tools_in_order"),
    @JsonSubTypes.Type(value = Check.ToolsExact.class, name = "tools_exact"),
    @JsonSubTypes.Type(value = Check.ToolResult.class, name = "tool_result"),
    @JsonSubTypes.Type(value = Check.MaxDuration.class, name = "max_duration_ms"),
    @JsonSubTypes.Type(value = Check.MaxGap.class, name = "max_gap_ms"),
    @JsonSubTypes.Type(value = Check.MaxTokens.class, name = "max_tokens"),
    @JsonSubTypes.Type(value = Check.MaxCost.class, name = "max_cost_usd"),
    @JsonSubTypes.Type(value = Check.Schema.class, name = "schema"),
    @JsonSubTypes.Type(value = Check.AgUi.class, name = "ag_ui"),
    @JsonSubTypes.Type(value = Check.Oracle.class, name = "oracle"),
    @JsonSubTypes.Type(value = Check.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = Check.LlmJudge.class, name = "llm_judge"),
    @JsonSubTypes.Type(value = Check.SqlValidate.class, name = "sql_validate"),
    @JsonSubTypes.Type(value = Check.Agent.class, name = "agent"),
    @JsonSubTypes.Type(value = Check.Script.class, name = "script"),
    @JsonSubTypes.Type(value = Check.InTest.class, name = "in_test")})
public sealed interface Check {

    /** Whether it looks at what tools gave back, which not every protocol shows. */
    default boolean readsToolResults() {
        return false;
    }

    /** Whether it looks at more of a reply than its text, its calls and their results: times, tokens, state, events. */
    default boolean readsCourse() {
        return false;
    }

    /** The reply equals a string; or, for any other JSON value, the reply parsed as JSON equals it (1 = 1.0). */
    record Equals(JsonNode value) implements Check {}

    /** Every one of the values is a substring of the reply. */
    record Contains(List<String> values, boolean ignoreCase) implements Check {
        public Contains {
            values = List.copyOf(values);
        }
    }

    /** None of the values is a substring of the reply. */
    record NotContains(List<String> values, boolean ignoreCase) implements Check {
        public NotContains {
            values = List.copyOf(values);
        }
    }

    /** An RE2 pattern is found somewhere in the reply. */
    record Regex(String pattern) implements Check {}

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise equality, or membership when the value is a list and the found
     *            one is not
     */
    record JsonPath(String path, @Nullable JsonNode value) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /**
     * The JSON type of what a path finds.
     *
     * @param path null judges the reply itself (parsed, else a string)
     * @param expected string, number, integer, boolean, array, object or null
     */
    record Type(@Nullable String path, String expected) implements Check {

        @Override
        public boolean readsCourse() {
            return path != null;
        }
    }

    /**
     * A tool was called, as often as {@code count} says, counting the calls that fit.
     *
     * @param names any of them
     * @param arguments what the call's arguments are held against (strings {@code regex:…} match); null for any
     * @param result what the call's result must have at least; null for any result, and for none
     * @param after the first call that fits comes after the first call of this tool; null for none
     */
    record ToolCalled(List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch, Count count,
            @Nullable JsonNode result, @Nullable String after) implements Check {

        /** What an older suite does not say is what it always was. */
        public ToolCalled {
            names = List.copyOf(names);
            argsMatch = Objects.requireNonNullElse(argsMatch, ArgsMatch.SUBSET);
            count = Objects.requireNonNullElse(count, Count.AT_LEAST_ONE);
        }

        /** Called at least once, with at least these arguments. */
        public ToolCalled(List<String> names, @Nullable JsonNode arguments) {
            this(names, arguments, ArgsMatch.SUBSET, Count.AT_LEAST_ONE, null, null);
        }

        /** The call that counts. */
        public ExpectedCall call() {
            return new ExpectedCall(names, arguments, argsMatch);
        }

        @Override
        public boolean readsCourse() {
            return true;
        }

        @Override
        public boolean readsToolResults() {
            return result != null;
        }
    }

    /** No call is like this. */
    record ToolNotCalled(ExpectedCall call) implements Check {}

    /** These calls were made in this order, whatever came between them. */
    record ToolsInOrder(List<ExpectedCall> calls) implements Check {
        public ToolsInOrder {
            calls = List.copyOf(calls);
        }
    }

    /** These calls were made, each of them once and no others, in any order. */
    record ToolsExact(List<ExpectedCall> calls) implements Check {
        public ToolsExact {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A call of a tool came back without an error.
     *
     * @param tools any of them
     * @param result what the result has at least (strings {@code regex:…} match); null for any
     */
    record ToolResult(List<String> tools, @Nullable JsonNode result) implements Check {
        public ToolResult {
            tools = List.copyOf(tools);
        }

        @Override
        public boolean readsToolResults() {
            return true;
        }
    }

    /** The turn, or the conversation, takes no longer. */
    record MaxDuration(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** Between two consecutive tool calls lies no more. */
    record MaxGap(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** The agent uses no more tokens, of input and output together. */
    record MaxTokens(long tokens) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** What the agent used costs no more. */
    record MaxCost(BigDecimal usd) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /**
     * What is at a path fits a JSON Schema.
     *
     * @param path null judges the reply itself (parsed, else a string)
     */
    record Schema(@Nullable String path, JsonNode schema) implements Check {

        @Override
        public boolean readsCourse() {
            return path != null;
        }
    }

    /** One clause of an AG-UI test's assert block. */
    record AgUi(AgUiClause clause) implements Check {

        @Override
        public boolean readsToolResults() {
            return clause.readsToolResults();
        }

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /**
     * An oracle of AgentEval.
     *
     * @param oracle its kebab-case name
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    record Oracle(String oracle, JsonNode config, JsonNode expected) implements Check {

        @Override
        public boolean readsCourse() {
            return oracle.startsWith("trace-");
        }
    }

    /**
     * What a script test asserted itself; it is never written in a suite.
     *
     * @param method of {@code t.assert}, or {@code fail}
     * @param expected null where the method says it all
     */
    record InTest(String method, @Nullable JsonNode expected) implements Check {}

    /** Checks that ask somebody: they cost a call, may take long, and may fail without a verdict. */
    sealed interface Asking extends Check permits Agent, Script, LlmJudge {

        /** Who is asked. */
        HelperUse ask();
    }

    /**
     * The reply equals the one that was recorded beside the suite.
     *
     * @param masks patterns; what they find is left out of the comparison
     * @param file from the project root; empty where nothing can be recorded
     * @param recorded its text; null when none is recorded
     * @param recording the reply is to be recorded, whatever it is
     */
    record Snapshot(List<String> masks, String file, @Nullable String recorded, boolean recording) implements Check {
        public Snapshot {
            masks = List.copyOf(masks);
        }

        /** As a suite has it, before its file is looked for. */
        public static Snapshot masking(List<String> masks) {
            return new Snapshot(masks, "", null, false);
        }
    }

    /**
     * The oracle {@code llm-judge} of AgentEval: a model judges by weighted criteria.
     *
     * @param ask a validator agent, or a model by its connector
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    record LlmJudge(HelperUse ask, JsonNode config, JsonNode expected) implements Asking {}

    /**
     * The oracle {@code sql-validate} of AgentEval: a database, asked from the worker, shows what the agent has done.
     *
     * @param config the oracle's own settings; an object that names the database
     * @param expected {@code expectedOutcomes}; an object
     */
    record SqlValidate(JsonNode config, JsonNode expected) implements Check {}

    /**
     * A validator agent judges.
     *
     * @param threshold least score that passes; null leaves it to the validator
     * @param samples how often it is asked; the majority decides
     */
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * A script judges.
     *
     * @param value given to the script; null when the suite says none
     */
    record Script(HelperUse ask, @Nullable JsonNode value) implements Asking {}
}
