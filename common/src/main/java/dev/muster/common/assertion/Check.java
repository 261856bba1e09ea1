package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check; each kind has the name that suites use. */
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

    /** Whether it looks at tool results, which not every protocol reports. */
    default boolean readsToolResults() {
        return false;
    }

    /** Whether it looks beyond a reply's text, tool calls and results: at times, tokens, state or events. */
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

    /** The reply contains a match of an RE2 pattern. */
    @JsonTypeName("regex")
    record Regex(String pattern) implements Check {}

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise it equals the value, or is one of its elements when only the value is
     *     a list
     */
    @JsonTypeName("json_path")
    record JsonPath(String path, @Nullable JsonNode value) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /**
     * The value at a path has a JSON type.
     *
     * @param path null checks the reply itself (parsed, else a string)
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
     * A tool was called; the number of matching calls is within {@code count}.
     *
     * @param names any of them
     * @param arguments expected arguments of the call (strings {@code regex:…} are patterns); null for any
     * @param result what the call's result must contain; null for any result, or none
     * @param after the first matching call comes after the first call of this tool; null for none
     */
    @JsonTypeName("tool_called")
    record ToolCalled(List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch, Count count,
            @Nullable JsonNode result, @Nullable String after) implements Check {

        /** Fills in the defaults of older suites. */
        public ToolCalled {
            names = List.copyOf(names);
            argsMatch = Objects.requireNonNullElse(argsMatch, ArgsMatch.SUBSET);
            count = Objects.requireNonNullElse(count, Count.AT_LEAST_ONE);
        }

        /** Requires at least one call, with at least these arguments. */
        public ToolCalled(List<String> names, @Nullable JsonNode arguments) {
            this(names, arguments, ArgsMatch.SUBSET, Count.AT_LEAST_ONE, null, null);
        }

        /** Returns the call to match. */
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

    /** No call matches this one. */
    @JsonTypeName("tool_not_called")
    record ToolNotCalled(ExpectedCall call) implements Check {}

    /** These calls were made in this order, whatever came between them. */
    @JsonTypeName("tools_in_order")
    record ToolsInOrder(List<ExpectedCall> calls) implements Check {
        public ToolsInOrder {
            calls = List.copyOf(calls);
        }
    }

    /** Exactly these calls were made, each once, in any order. */
    @JsonTypeName("tools_exact")
    record ToolsExact(List<ExpectedCall> calls) implements Check {
        public ToolsExact {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A tool call returned without an error.
     *
     * @param tools any of them
     * @param result what the result must contain (strings {@code regex:…} are patterns); null for any
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

    /** The turn, or the conversation, takes at most this long. */
    @JsonTypeName("max_duration_ms")
    record MaxDuration(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** The time between two consecutive tool calls is at most this long. */
    @JsonTypeName("max_gap_ms")
    record MaxGap(long ms) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** The agent uses at most this many tokens, input and output together. */
    @JsonTypeName("max_tokens")
    record MaxTokens(long tokens) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /** The agent's usage costs at most this much. */
    @JsonTypeName("max_cost_usd")
    record MaxCost(BigDecimal usd) implements Check {

        @Override
        public boolean readsCourse() {
            return true;
        }
    }

    /**
     * The value at a path matches a JSON Schema.
     *
     * @param path null checks the reply itself (parsed, else a string)
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
     * An assertion that a script test made itself; it never appears in a suite.
     *
     * @param method of {@code t.assert}, or {@code fail}
     * @param expected null when the method needs no value
     */
    @JsonTypeName("in_test")
    record InTest(String method, @Nullable JsonNode expected) implements Check {}

    /** A check that calls a helper: it may take long, and may fail without a verdict. */
    sealed interface Asking extends Check permits Agent, Script, LlmJudge {

        /** Returns the helper. */
        HelperUse ask();
    }

    /**
     * The reply equals the one recorded beside the suite.
     *
     * @param masks patterns whose matches are left out of the comparison
     * @param file path from the project root; empty where nothing can be recorded
     * @param recorded the recorded text; null when there is none
     * @param recording whether to record the reply, whatever it is
     */
    @JsonTypeName("snapshot")
    record Snapshot(List<String> masks, String file, @Nullable String recorded, boolean recording) implements Check {
        public Snapshot {
            masks = List.copyOf(masks);
        }

        /** Returns the check as written in a suite, before its file is located. */
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
     * The oracle {@code sql-validate} of AgentEval: the worker queries a database to see what the agent did.
     *
     * @param config the oracle's own settings; an object that names the database
     * @param expected {@code expectedOutcomes}; an object
     */
    @JsonTypeName("sql_validate")
    record SqlValidate(JsonNode config, JsonNode expected) implements Check {}

    /**
     * A validator agent judges the reply.
     *
     * @param threshold minimum score to pass; null lets the validator decide
     * @param samples how often to ask it; the majority decides
     */
    @JsonTypeName("agent")
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * A script judges the reply.
     *
     * @param value value passed to the script; null when the suite gives none
     */
    @JsonTypeName("script")
    record Script(HelperUse ask, @Nullable JsonNode value) implements Asking {}
}
