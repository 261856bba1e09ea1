package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** AgentEval oracles and their expected outcomes. */
final class OracleTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;

    OracleTexts(Chance chance) {
        this.chance = chance;
    }

    /** Adds an oracle in agent-test form. */
    void assertion(ObjectNode to) {
        var kind = kind();
        to.put("oracle", kind);
        chance.maybe(to, "config", () -> config(kind));
        if (needsOutcomes(kind) || chance.onceIn(3)) {
            to.set("expected", outcomes());
        }
    }

    /** Returns an oracle in AgentEval form. */
    ObjectNode oracle() {
        var kind = kind();
        var oracle = MAKE.objectNode().put("type", kind);
        chance.maybe(oracle, "config", () -> config(kind));
        chance.maybe(oracle, "weight", () -> MAKE.numberNode(chance.of(0.0, 0.5, 1.0, 3.0)));
        return oracle;
    }

    String kind() {
        return chance.of("exact-match", "ExactMatch", "schema-validate", "SchemaValidator", "sql-validate",
                "trace-no-errors", "trace_no_errors", "exactMatch", "trace-validate-sub-agents", "llm-judge");
    }

    private static boolean needsOutcomes(String kind) {
        return !kind.startsWith("trace");
    }

    private ObjectNode config(String kind) {
        var config = MAKE.objectNode();
        switch (kind) {
            case "exact-match", "exactMatch", "ExactMatch" -> {
                chance.maybeText(config, "mode", () -> chance.of("exact", "deep", "contains", "partial"));
                chance.maybe(config, "fields", () -> chance.some(3, () -> chance.node("total")));
                chance.maybeFlag(config, "caseSensitive");
            }
            case "schema-validate", "SchemaValidator" -> chance.maybeFlag(config, "strict");
            case "sql-validate" -> chance.maybeText(config, "database", () -> "crm");
            case "llm-judge" -> {
                chance.maybe(config, "criteria", () -> chance.json(2));
                chance.maybe(config, "temperature", () -> MAKE.numberNode(0.7));
                chance.maybeWhole(config, "timeoutMS", 1, 100_000);
            }
            default -> chance.maybeWhole(config, kind.contains("agents") ? "minIterations" : "maxSteps", 0, 9);
        }
        return config;
    }

    /** Returns outcomes for each oracle, besides plain values to compare. */
    ObjectNode outcomes() {
        var outcomes = MAKE.objectNode();
        outcomes.set("total", chance.json(1));
        chance.maybe(outcomes, chance.word(), () -> chance.json(2));
        outcomes.set("responseSchema", MAKE.objectNode().put("type", chance.of("object", "string")));
        chance.maybe(outcomes, "sqlValidations", () -> chance.some(2, this::sql));
        chance.maybe(outcomes, "judgeValidationCriteria", () -> chance.some(2, this::criterion));
        chance.maybe(outcomes, "responsePatterns", () -> chance.some(2, () -> chance.node("a+")));
        return outcomes;
    }

    private JsonNode sql() {
        return MAKE.objectNode().put("sql", "SELECT " + chance.below(9)).set("expectedResult", chance.json(1));
    }

    private JsonNode criterion() {
        return chance.onceIn(2) ? chance.node(chance.said())
                : MAKE.objectNode().put("criterion", chance.said()).put("weight", 0.5);
    }
}
