package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Shown;
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

    /** Returns the name that suites use for this kind. */
    default String kind() {
        return getClass().getAnnotation(JsonTypeName.class).value();
    }

    /** Returns what the agent must be able to show: without it, the check says nothing about the agent. */
    default Set<Shown> needs() {
        return switch (this) {
            case ToolCalled called -> called.result == null ? EnumSet.of(Shown.TOOLS)
                    : EnumSet.of(Shown.TOOLS, Shown.TOOL_RESULTS);
            case ToolResult _ -> EnumSet.of(Shown.TOOLS, Shown.TOOL_RESULTS);
            case ToolNotCalled _,ToolsInOrder _,ToolsExact _,MaxGap _ -> EnumSet.of(Shown.TOOLS);
            case MaxTokens _,MaxCost _ -> EnumSet.of(Shown.TOKENS);
            case AgUi(var clause) -> clause.needs();
            case MaxDuration _,Text _,Value _,Oracle _,Elsewhere _ -> Set.of();
        };
    }

    /** Returns what it looks at unless the reply itself is JSON that has its path. */
    default Set<Shown> mayNeed() {
        return switch (this) {
            case JsonPath(var path, var _) -> behind(path);
            case Type(var path, var _) -> behind(path);
            case Schema(var path, var _) -> behind(path);
            case IsJson _,Tools _,Text _,Limit _,AgUi _,Oracle _,Elsewhere _ -> Set.of();
        };
    }

    private static Set<Shown> behind(@Nullable String path) {
        if (path == null) {
            return Set.of();
        }
        return path.startsWith("$.tool_calls") ? EnumSet.of(Shown.TOOLS)
                : path.startsWith("$.tool_results") ? EnumSet.of(Shown.TOOL_RESULTS) : Set.of();
    }

    /** Whether it looks beyond a reply's text, tool calls and results: at times, tokens, state or events. */
    default boolean readsCourse() {
        return switch (this) {
            case JsonPath _,ToolCalled _,Limit _,AgUi _ -> true;
            case Type(var path, var _) -> path != null;
            case Schema(var path, var _) -> path != null;
            case IsJson _ -> false;
            case Oracle oracle -> oracle.oracle.startsWith("trace-");
            case ToolNotCalled _,ToolsInOrder _,ToolsExact _,ToolResult _,Text _,Elsewhere _ -> false;
        };
    }

    /** Whether it looks at the text of the last reply, and so has nothing to look at where there is none. */
    default boolean readsText() {
        return switch (this) {
            case Text _,IsJson _,Asking _,InTest _ -> true;
            case Type(var path, var _) -> path == null;
            case Schema(var path, var _) -> path == null;
            case AgUi(var clause) -> clause.readsText();
            case Oracle oracle -> !oracle.oracle.startsWith("trace-");
            case JsonPath _,Tools _,Limit _,SqlValidate _ -> false;
        };
    }

    /** Whether it describes what must not happen. */
    default boolean forbids() {
        return this instanceof NotContains || this instanceof ToolNotCalled
                || (this instanceof AgUi(var clause) && clause.forbids());
    }

    /** Returns a few words for people: {@code contains "submitted"}. */
    default String label() {
        return switch (this) {
            case Equals(var value) -> kind() + " " + json(value);
            case Words words -> kind() + " " + quoted(words.values());
            case Regex(var pattern) -> kind() + " /" + pattern + "/";
            case JsonPath(var path, var value) -> path + (value == null ? " exists" : " = " + json(value));
            case Type(var path, var expected) -> kind() + (path == null ? " " : " " + path + " ") + expected;
            case ToolCalled called -> kind() + " " + called.call().label();
            case ToolNotCalled(var call) -> kind() + " " + call.label();
            case ToolsInOrder(var calls) -> kind() + " " + listed(calls);
            case ToolsExact(var calls) -> kind() + " " + (calls.isEmpty() ? "none" : listed(calls));
            case ToolResult(var tools, var result) ->
                kind() + " " + quoted(tools) + (result == null ? "" : " " + json(result));
            case MaxCost(var usd) -> kind() + " " + usd.toPlainString();
            case Limit limit -> kind() + " " + limit.most();
            case Schema(var path, var _) -> kind() + (path == null ? "" : " " + path);
            case IsJson _ -> kind();
            case AgUi(var clause) -> clause.label();
            case Oracle oracle -> kind() + " " + oracle.oracle;
            case Snapshot _ -> kind();
            case LlmJudge judge -> "oracle " + OracleKind.LLM_JUDGE.wire() + " " + judge.ask.use().id();
            case SqlValidate sql ->
                "oracle " + OracleKind.SQL_VALIDATE.wire() + " " + sql.config.path("database").asString("");
            case Agent agent -> kind() + " " + agent.ask.use().id();
            case Rubric rubric -> kind() + " " + quoted(rubric.criteria);
            case Similar similar -> kind() + " " + quoted(similar.values);
            case Script script -> kind() + " " + script.ask.use().id();
            case InTest(var method, var expected) ->
                "t.assert." + method + (expected == null ? "" : " " + json(expected));
        };
    }

    /**
     * Writes the members in the agent-test dialect, in the seeds' spelling where there are several.
     *
     * @param to has the kind as its {@code type}
     * @param nameOfTool the key of a sole tool: {@code name}, unless the assertion has a name itself
     */
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case Equals(var value) -> to.add("value", value);
            case Words words -> to.texts("value", words.values()).flag("ignore_case", words.ignoreCase());
            case Regex(var pattern) -> to.add("pattern", pattern);
            case JsonPath(var path, var value) -> to.add("path", path).add("value", value);
            case Type(var path, var expected) -> to.add("path", path).add("value", expected);
            case ToolCalled called -> writeCall(called.call(), to, nameOfTool).add("count", called.count.json())
                    .add("result", called.result).add("after", called.after);
            case ToolNotCalled(var call) -> writeCall(call, to, nameOfTool);
            case ToolsInOrder(var calls) -> writeCalls(calls, to);
            case ToolsExact(var calls) -> writeCalls(calls, to);
            case ToolResult(var tools, var result) -> to.texts("tool", tools).add("result", result);
            case Limit limit -> to.add("value", limit.most());
            case Schema(var path, var schema) -> to.add("path", path).add("schema", schema);
            case IsJson(var schema) -> to.add("schema", schema);
            case AgUi(var clause) -> clause.write(to);
            case Oracle(var oracle, var config, var expected) -> writeOracle(oracle, config, expected, to);
            case Snapshot snapshot -> to.add("mask", snapshot.masks);
            case LlmJudge judge -> writeOracle(OracleKind.LLM_JUDGE.wire(), judge.config, judge.expected, to);
            case SqlValidate(var config, var expected) ->
                writeOracle(OracleKind.SQL_VALIDATE.wire(), config, expected, to);
            case Agent(var ask, var threshold, var samples) ->
                writeUse(ask, to).add("threshold", threshold).add("samples", samples == 1 ? null : samples);
            case Rubric(var ask, var criteria, var threshold, var samples) ->
                to.texts("criteria", criteria).add("judge", ask.use().toString()).add("threshold", threshold)
                        .add("samples", samples == 1 ? null : samples);
            case Similar(var ask, var values, var threshold) ->
                to.texts("value", values).add("connector", ask.use().id()).add("threshold", threshold);
            case Script(var ask, var value) -> writeUse(ask, to).add("value", value);
            case InTest(var method, var expected) -> to.add("type", "t.assert." + method).add("value", expected);
        }
    }

    private static String json(JsonNode value) {
        return Json.MAPPER.writeValueAsString(value);
    }

    private static String listed(List<ExpectedCall> calls) {
        return calls.stream().map(ExpectedCall::label).collect(Collectors.joining(", "));
    }

    static String quoted(List<String> values) {
        return values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(", "));
    }

    private static JsonMembers writeCall(ExpectedCall call, JsonMembers to, String nameOfTool) {
        return call.write(to, call.names().size() == 1 ? nameOfTool : "value");
    }

    private static void writeCalls(List<ExpectedCall> calls, JsonMembers to) {
        to.object().putArray("value").addAll(calls.stream().map(ExpectedCall::item).toList());
    }

    private static void writeOracle(String oracle, JsonNode config, JsonNode expected, JsonMembers to) {
        to.add("type", "oracle").add("oracle", oracle).add("config", config.isEmpty() ? null : config)
                .add("expected", expected.isEmpty() ? null : expected);
    }

    private static JsonMembers writeUse(HelperUse ask, JsonMembers to) {
        to.add("use", ask.use().toString());
        ask.options().write(to);
        return to;
    }

    /** A check of the reply's text. */
    sealed interface Text extends Check {}

    /** A check of the reply's text against some texts. */
    sealed interface Words extends Text {

        List<String> values();

        boolean ignoreCase();
    }

    /** A check of a value in the reply, found by a path. */
    sealed interface Value extends Check {}

    /** A check of the calls of tools. */
    sealed interface Tools extends Check {}

    /** A limit on a number. */
    sealed interface Limit extends Check {

        default Number most() {
            return switch (this) {
                case MaxDuration(var ms) -> ms;
                case MaxGap(var ms) -> ms;
                case MaxTokens(var tokens) -> tokens;
                case MaxCost(var usd) -> usd;
            };
        }
    }

    /** A check that is not judged on the reply alone: a helper, a database or a script's own test does. */
    sealed interface Elsewhere extends Check {

        default String whyNotCompiled() {
            return switch (this) {
                case Asking asking -> asking.ask().use() + " is asked, not compiled";
                case SqlValidate _ -> "a database is asked, not compiled";
                case InTest test -> "t.assert." + test.method + " is a script test's own";
            };
        }
    }

    /** The reply equals a string; or, for any other JSON value, the reply parsed as JSON equals it (1 = 1.0). */
    @JsonTypeName("equals")
    record Equals(JsonNode value) implements Text {}

    /** Every one of the values is a substring of the reply. */
    @JsonTypeName("contains")
    record Contains(List<String> values, boolean ignoreCase) implements Words {
        public Contains {
            values = List.copyOf(values);
        }
    }

    /** None of the values is a substring of the reply. */
    @JsonTypeName("not_contains")
    record NotContains(List<String> values, boolean ignoreCase) implements Words {
        public NotContains {
            values = List.copyOf(values);
        }
    }

    /** At least one of the values is a substring of the reply. */
    @JsonTypeName("contains_any")
    record ContainsAny(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply begins with one of the values. */
    @JsonTypeName("starts_with")
    record StartsWith(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply, without white space at its end, ends with one of the values. */
    @JsonTypeName("ends_with")
    record EndsWith(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply, without white space around it, is one of the values. */
    @JsonTypeName("one_of")
    record OneOf(List<String> values, boolean ignoreCase) implements Words {}

    /** The reply contains a match of an RE2 pattern. */
    @JsonTypeName("regex")
    record Regex(String pattern) implements Text {}

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise it equals the value, or is one of its elements when only the value is
     *     a list
     */
    @JsonTypeName("json_path")
    record JsonPath(@AsWritten String path, @Nullable JsonNode value) implements Value {}

    /**
     * The value at a path has a JSON type.
     *
     * @param path null checks the reply itself (parsed, else a string)
     * @param expected string, number, integer, boolean, array, object or null
     */
    @JsonTypeName("type")
    record Type(@AsWritten @Nullable String path, @AsWritten String expected) implements Value {}

    /**
     * A tool was called; the number of matching calls is within {@code count}.
     *
     * @param names any of them
     * @param arguments expected arguments of the call (strings {@code regex:…} are patterns); null for any
     * @param result what the call's result must contain; null for any result, or none
     * @param after the first matching call comes after the first call of this tool; null for none
     */
    @JsonTypeName("tool_called")
    record ToolCalled(@AsWritten List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch, Count count,
            @Nullable JsonNode result, @AsWritten @Nullable String after) implements Tools {

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

        public ExpectedCall call() {
            return new ExpectedCall(names, arguments, argsMatch);
        }
    }

    /** No call matches this one. */
    @JsonTypeName("tool_not_called")
    record ToolNotCalled(ExpectedCall call) implements Tools {}

    /** These calls were made in this order, whatever came between them. */
    @JsonTypeName("tools_in_order")
    record ToolsInOrder(List<ExpectedCall> calls) implements Tools {
        public ToolsInOrder {
            calls = List.copyOf(calls);
        }
    }

    /** Exactly these calls were made, each once, in any order. */
    @JsonTypeName("tools_exact")
    record ToolsExact(List<ExpectedCall> calls) implements Tools {
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
    record ToolResult(@AsWritten List<String> tools, @Nullable JsonNode result) implements Tools {
        public ToolResult {
            tools = List.copyOf(tools);
        }
    }

    /** The turn, or the conversation, takes at most this long. */
    @JsonTypeName("max_duration_ms")
    record MaxDuration(long ms) implements Limit {}

    /** The time between two consecutive tool calls is at most this long. */
    @JsonTypeName("max_gap_ms")
    record MaxGap(long ms) implements Limit {}

    /** The agent uses at most this many tokens, input and output together. */
    @JsonTypeName("max_tokens")
    record MaxTokens(long tokens) implements Limit {}

    /** The agent's usage costs at most this much. */
    @JsonTypeName("max_cost_usd")
    record MaxCost(BigDecimal usd) implements Limit {}

    /**
     * The value at a path matches a JSON Schema.
     *
     * @param path null checks the reply itself (parsed, else a string)
     */
    @JsonTypeName("schema")
    record Schema(@AsWritten @Nullable String path, @AsWritten JsonNode schema) implements Value {}

    /**
     * The whole reply is JSON, outside of any fence.
     *
     * @param schema JSON Schema that it matches; null for any JSON
     */
    @JsonTypeName("is_json")
    record IsJson(@AsWritten @Nullable JsonNode schema) implements Value {}

    /** One clause of an AG-UI test's assert block. */
    @JsonTypeName("ag_ui")
    record AgUi(AgUiClause clause) implements Check {}

    /**
     * An oracle of AgentEval.
     *
     * @param oracle its kebab-case name
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    @JsonTypeName("oracle")
    record Oracle(@AsWritten String oracle, JsonNode config, JsonNode expected) implements Check {}

    /**
     * An assertion that a script test made itself; it never appears in a suite.
     *
     * @param method of {@code t.assert}, or {@code fail}
     * @param expected null when the method needs no value
     */
    @JsonTypeName("in_test")
    record InTest(@AsWritten String method, @AsWritten @Nullable JsonNode expected) implements Elsewhere {}

    /** A check that calls a helper: it may take long, and may fail without a verdict. */
    sealed interface Asking extends Elsewhere {

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
    record Snapshot(@AsWritten List<String> masks, @AsWritten String file,
            @AsWritten @Nullable String recorded, boolean recording) implements Text {
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
    record SqlValidate(JsonNode config, JsonNode expected) implements Elsewhere {}

    /**
     * A validator agent judges the reply.
     *
     * @param threshold minimum score to pass; null lets the validator decide
     * @param samples how often to ask it; the majority decides
     */
    @JsonTypeName("agent")
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * A model or an agent judges the reply by criteria, with Muster's prompt.
     *
     * @param criteria all must be met
     * @param threshold minimum score, besides the judge's verdict; null when that suffices
     * @param samples how often it is asked, an odd number; the majority decides
     */
    @JsonTypeName("rubric")
    record Rubric(HelperUse ask, List<String> criteria, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * The reply means the same as one of the values: the cosine of their embeddings is at least the threshold.
     *
     * @param ask a connector that has {@code /embeddings}
     */
    @JsonTypeName("similar")
    record Similar(HelperUse ask, List<String> values, double threshold) implements Asking {

        /** What suites mean that set none. */
        public static final double USUAL = 0.75;
    }

    /**
     * A script judges the reply.
     *
     * @param value value passed to the script; null when the suite gives none
     */
    @JsonTypeName("script")
    record Script(HelperUse ask, @Nullable JsonNode value) implements Asking {}
}
