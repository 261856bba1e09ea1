package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.OracleKind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes checks in the agent-test dialect. */
final class CheckWriter {

    private CheckWriter() {}

    static ObjectNode check(Check check) {
        return switch (check) {
            case Check.Equals equals -> of("equals").set("value", equals.value());
            case Check.Contains contains -> values("contains", contains.values(), contains.ignoreCase());
            case Check.NotContains contains -> values("not_contains", contains.values(), contains.ignoreCase());
            case Check.Regex regex -> of("regex").put("pattern", regex.pattern());
            case Check.JsonPath path -> path(path);
            case Check.Type type -> type(type);
            case Check.ToolCalled tool -> ToolWriter.called(tool, false);
            case Check.ToolNotCalled(var call) -> ToolWriter.notCalled(call, false);
            case Check.ToolsInOrder(var calls) -> ToolWriter.listed("tools_in_order", calls);
            case Check.ToolsExact(var calls) -> ToolWriter.listed("tools_exact", calls);
            case Check.ToolResult(var tools, var result) -> ToolWriter.result(tools, result);
            case Check.MaxDuration(var ms) -> of("max_duration_ms").put("value", ms);
            case Check.MaxGap(var ms) -> of("max_gap_ms").put("value", ms);
            case Check.MaxTokens(var tokens) -> of("max_tokens").put("value", tokens);
            case Check.MaxCost(var usd) -> of("max_cost_usd").put("value", usd);
            case Check.Schema schema -> schema(schema);
            case Check.AgUi(var clause) -> ClauseWriter.clause(clause);
            case Check.Oracle(var oracle, var config, var expected) -> oracle(oracle, config, expected);
            case Check.Snapshot(var masks, var _, var _, var _) -> masks(masks);
            case Check.LlmJudge judge -> oracle(OracleKind.LLM_JUDGE.wire(), judge.config(), judge.expected());
            case Check.SqlValidate(var config, var expected) ->
                oracle(OracleKind.SQL_VALIDATE.wire(), config, expected);
            case Check.Agent agent -> agent(agent);
            case Check.Script script -> script(script);
            case Check.InTest test -> test(test);
        };
    }

    private static ObjectNode masks(List<String> masks) {
        var object = of("snapshot");
        if (!masks.isEmpty()) {
            masks.forEach(object.putArray("mask")::add);
        }
        return object;
    }

    private static ObjectNode schema(Check.Schema schema) {
        var object = of("schema");
        CaseWriter.put(object, "path", schema.path());
        return object.set("schema", schema.schema());
    }

    private static ObjectNode oracle(String oracle, JsonNode config, JsonNode expected) {
        var object = of("oracle").put("oracle", oracle);
        if (!config.isEmpty()) {
            object.set("config", config);
        }
        if (!expected.isEmpty()) {
            object.set("expected", expected);
        }
        return object;
    }

    private static ObjectNode agent(Check.Agent agent) {
        var object = of("agent").put("use", agent.ask().use().toString());
        CaseWriter.options(object, agent.ask().options());
        if (agent.threshold() != null) {
            object.put("threshold", agent.threshold());
        }
        return agent.samples() == 1 ? object : object.put("samples", agent.samples());
    }

    private static ObjectNode script(Check.Script script) {
        var object = of("script").put("use", script.ask().use().toString());
        CaseWriter.options(object, script.ask().options());
        if (script.value() != null) {
            object.set("value", script.value());
        }
        return object;
    }

    private static ObjectNode test(Check.InTest test) {
        var object = of("t.assert." + test.method());
        if (test.expected() != null) {
            object.set("value", test.expected());
        }
        return object;
    }

    static ObjectNode of(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static ObjectNode values(String type, List<String> values, boolean ignoreCase) {
        var object = of(type);
        texts(object, "value", values);
        if (ignoreCase) {
            object.put("ignore_case", true);
        }
        return object;
    }

    /** Writes one value as a string, several as a list. */
    static void texts(ObjectNode object, String key, List<String> values) {
        if (values.size() == 1) {
            object.put(key, values.getFirst());
        } else {
            values.forEach(object.putArray(key)::add);
        }
    }

    private static ObjectNode path(Check.JsonPath path) {
        var object = of("json_path").put("path", path.path());
        if (path.value() != null) {
            object.set("value", path.value());
        }
        return object;
    }

    private static ObjectNode type(Check.Type type) {
        var object = of("type");
        CaseWriter.put(object, "path", type.path());
        return object.put("value", type.expected());
    }
}
