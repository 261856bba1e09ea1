package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.json.Json;

/** A short label of an assertion, as on the console: {@code contains "submitted"}. */
public final class AssertionLabel {

    private AssertionLabel() {}

    public static String of(Assertion assertion) {
        var words = (assertion.negate() ? "not " : "") + of(assertion.check());
        return assertion.name() == null ? words : assertion.name() + ": " + words;
    }

    private static String of(Check check) {
        return switch (check) {
            case Check.Equals(var value) -> "equals " + Json.MAPPER.writeValueAsString(value);
            case Check.Contains(var values, var ignoreCase) -> "contains " + quoted(values);
            case Check.NotContains(var values, var ignoreCase) -> "not_contains " + quoted(values);
            case Check.Regex(var pattern) -> "regex /" + pattern + "/";
            case Check.JsonPath(var path, var value) ->
                value == null ? path + " exists" : path + " = " + Json.MAPPER.writeValueAsString(value);
            case Check.Type(var path, var expected) -> "type " + (path == null ? "" : path + " ") + expected;
            case Check.ToolCalled called -> "tool_called " + quoted(called.names()) + arguments(called.call());
            case Check.ToolNotCalled(var call) -> "tool_not_called " + quoted(call.names()) + arguments(call);
            case Check.ToolsInOrder(var calls) -> "tools_in_order " + listed(calls);
            case Check.ToolsExact(var calls) -> "tools_exact " + (calls.isEmpty() ? "none" : listed(calls));
            case Check.ToolResult(var tools, var result) -> "tool_result " + quoted(tools)
                    + (result == null ? "" : " " + Json.MAPPER.writeValueAsString(result));
            case Check.MaxDuration(var ms) -> "max_duration_ms " + ms;
            case Check.MaxGap(var ms) -> "max_gap_ms " + ms;
            case Check.MaxTokens(var tokens) -> "max_tokens " + tokens;
            case Check.MaxCost(var usd) -> "max_cost_usd " + usd.toPlainString();
            case Check.Schema(var path, var schema) -> "schema" + (path == null ? "" : " " + path);
            case Check.AgUi(var clause) -> of(clause);
            case Check.Oracle oracle -> "oracle " + oracle.oracle();
            case Check.Snapshot snapshot -> "snapshot";
            case Check.LlmJudge judge -> "oracle llm-judge " + judge.ask().use().id();
            case Check.SqlValidate sql -> "oracle sql-validate " + sql.config().path("database").asString("");
            case Check.Agent agent -> "agent " + agent.ask().use().id();
            case Check.InTest(var method, var expected) -> "t.assert." + method
                    + (expected == null ? "" : " " + Json.MAPPER.writeValueAsString(expected));
            case Check.Script script -> "script " + script.ask().use().id();
        };
    }

    private static String of(AgUiClause clause) {
        return switch (clause) {
            case AgUiClause.Forbid(var tool) -> "forbid " + tool;
            case AgUiClause.Require require -> "require " + require.tool();
            case AgUiClause.ForbidCall call -> "forbid_calls " + call.tool();
            case AgUiClause.MaxDuration(var ms) -> "max_duration_ms " + ms;
            case AgUiClause.MaxGap(var ms) -> "max_gap_ms " + ms;
            case AgUiClause.MaxIdle(var ms) -> "max_idle_ms " + ms;
            case AgUiClause.MustMatch(var pattern) -> "must_match /" + pattern + "/";
            case AgUiClause.MustNotMatch(var pattern) -> "must_not_match /" + pattern + "/";
        };
    }

    private static String arguments(ExpectedCall call) {
        return call.arguments() == null ? "" : " " + Json.MAPPER.writeValueAsString(call.arguments());
    }

    private static String listed(List<ExpectedCall> calls) {
        return calls.stream().map(call -> quoted(call.names()) + arguments(call)).collect(Collectors.joining(", "));
    }

    private static String quoted(List<String> values) {
        return values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(", "));
    }
}
