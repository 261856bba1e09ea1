package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import dev.muster.common.option.HelperUse;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The kinds of check, by the names that suites use. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Check {

    /** Every kind of check, by the name that stands at its record. */
    static Map<String, Class<?>> kinds() {
        var kinds = new LinkedHashMap<String, Class<?>>();
        kinds(Check.class).forEach(kind -> kinds.put(kind.getAnnotation(JsonTypeName.class).value(), kind));
        return Collections.unmodifiableMap(kinds);
    }

    private static Stream<Class<?>> kinds(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(kind -> kind.isSealed() ? kinds(kind) : Stream.of(kind));
    }

    /** Whether it looks at what tools gave back, which not every protocol shows. */
    default boolean readsToolResults() {
        return false;
    }

    /** Whether it looks at more of a reply than its text, its calls and their results: times, tokens, state, events. */
    default boolean readsCourse() {
        return false;
    }

    /** The reply equals a string; or, for any other JSON value, the reply parsed as JSON equals it (1 = 1.0). */
    @JsonTypeName("equals")
    record Equals(JsonNode value) implements Check {}

    /** Every one of the values is a substring of the reply. */
    @JsonTypeName("contains")
    record Contains(List<String> values, boolean ignoreCase) implements Check {
        public Contains {
            values = List.copyOf(values);
        }
    }

    /** None of the values is a substring of the reply. */
    @JsonTypeName("not_contains")
    record NotContains(List<String> values, boolean ignoreCase) implements Check {
        public NotContains {
            values = List.copyOf(values);
        }
    }

    /** An RE2 pattern is found somewhere in the reply. */
    @JsonTypeName("regex")
    record Regex(String pattern) implements Check {}

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise equality, or membership when the value is a list and the found
     *            one is not
     */
    @JsonTypeName("json_path")
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
    @JsonTypeName("type")
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
    @JsonTypeName("tool_called")
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
    @JsonTypeName("tool_not_called")
    record ToolNotCalled(ExpectedCall call) implements Check {}

    /** These calls were made in this order, whatever came between them. */
    @JsonTypeName("tools_in_order")
    record ToolsInOrder(List<ExpectedCall> calls) implements Check {
        public ToolsInOrder {
            calls = List.copyOf(calls);
        }
    }

    /** These calls were made, each of them once and no others, in any order. */
    @JsonTypeName("tools_exact")
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
    @JsonTypeName("tool_result")
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
    @JsonTypeName("max_duration_ms")
    record MaxDuration(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** Between two consecutive tool calls lies no more. */
    @JsonTypeName("max_gap_ms")
    record MaxGap(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** The agent uses no more tokens, of input and output together. */
    @JsonTypeName("max_tokens")
    record MaxTokens(long tokens) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** What the agent used costs no more. */
    @JsonTypeName("max_cost_usd")
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
    @JsonTypeName("schema")
    record Schema(@Nullable String path, JsonNode schema) implements Check {

        @Override
        public boolean readsCourse() {
            return path != null;
        }
    }

    /** One clause of an AG-UI test's assert block. */
    @JsonTypeName("ag_ui")
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
    @JsonTypeName("oracle")
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
    @JsonTypeName("in_test")
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
    @JsonTypeName("snapshot")
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
    @JsonTypeName("llm_judge")
    record LlmJudge(HelperUse ask, JsonNode config, JsonNode expected) implements Asking {}

    /**
     * The oracle {@code sql-validate} of AgentEval: a database, asked from the worker, shows what the agent has done.
     *
     * @param config the oracle's own settings; an object that names the database
     * @param expected {@code expectedOutcomes}; an object
     */
    @JsonTypeName("sql_validate")
    record SqlValidate(JsonNode config, JsonNode expected) implements Check {}

    /**
     * A validator agent judges.
     *
     * @param threshold least score that passes; null leaves it to the validator
     * @param samples how often it is asked; the majority decides
     */
    @JsonTypeName("agent")
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * A script judges.
     *
     * @param value given to the script; null when the suite says none
     */
    @JsonTypeName("script")
    record Script(HelperUse ask, @Nullable JsonNode value) implements Asking {}
}
