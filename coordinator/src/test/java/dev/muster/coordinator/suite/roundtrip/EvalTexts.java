package dev.muster.coordinator.suite.roundtrip;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** AgentEval tests of each phase. */
final class EvalTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;
    private final OracleTexts oracles;
    private final MessageTexts messages;
    private final TurnTexts turns;

    EvalTexts(Chance chance) {
        this.chance = chance;
        this.oracles = new OracleTexts(chance);
        this.messages = new MessageTexts(chance);
        this.turns = new TurnTexts(chance);
    }

    ObjectNode one(int number) {
        var test = MAKE.objectNode();
        chance.maybeText(test, chance.of("id", "ID"), () -> "id " + chance.line() + " " + number);
        chance.maybeText(test, chance.of("name", "Name"), () -> chance.line() + " " + number);
        chance.maybeText(test, "agentId", () -> chance.of("chat", "expense", "@lookup:AI Agents.Name=chat"));
        for (var label : List.of("TypeID", "Description", "Status", "RubricID")) {
            chance.maybeText(test, label, chance::text);
        }
        chance.maybe(test, chance.of("primaryKey", "sync", "Variables"), () -> chance.json(2));
        said(test);
        judged(test);
        return chance.onceIn(3) ? wrapped(test) : test;
    }

    private void judged(ObjectNode test) {
        chance.maybe(test, chance.of("expectedOutcomes", "ExpectedOutcomes"), () -> asText(oracles.outcomes()));
        chance.maybe(test, "oracles", () -> chance.list(3, oracles::oracle));
        if (test.has("oracles") && !test.has("expectedOutcomes") && !test.has("ExpectedOutcomes")) {
            test.set("expectedOutcomes", oracles.outcomes());
        }
        chance.maybe(test, "scoringWeights", () -> MAKE.objectNode().put(oracles.kind(), chance.of(0.5, 2.0)));
        chance.maybeText(test, "evaluationStrategy", () -> chance.of("final-turn-only", "each-turn",
                "all-turns-aggregate"));
        chance.maybe(test, chance.of("pass_threshold", "passThreshold"), () -> MAKE.numberNode(0.5));
        chance.maybeWhole(test, "maxExecutionTime", 1, 86_400_000);
        chance.maybe(test, "inputPayload", () -> chance.json(2));
    }

    private void said(ObjectNode test) {
        switch (chance.below(4)) {
            case 0 -> test.put("userMessage", chance.said());
            case 1 -> test.set("userMessage", chance.some(3, () -> chance.node(chance.said())));
            default -> {
                var said = chance.some(4, this::turn);
                if (chance.onceIn(3)) {
                    turns.jump(said);
                }
                test.set(chance.of("conversationTurns", "turns"), said);
            }
        }
    }

    private ObjectNode turn() {
        var turn = MAKE.objectNode().put("userMessage", chance.said());
        chance.maybe(turn, "expectedOutcomes", () -> asText(oracles.outcomes()));
        if (turn.has("expectedOutcomes")) {
            chance.maybe(turn, "turnOracles", () -> chance.list(2, oracles::oracle));
        }
        chance.maybeFlag(turn, "continueOnFailure");
        chance.maybeFlag(turn, "expectSuccess");
        chance.maybe(turn, "inputPayload", () -> chance.json(2));
        chance.maybe(turn, "attachments", () -> chance.list(2, messages::part));
        turns.course(turn);
        return turn;
    }

    private JsonNode asText(ObjectNode object) {
        return chance.onceIn(3) ? chance.node(Rendering.json(object)) : object;
    }

    /** Wraps a test: inputs go into {@code InputDefinition}, the rest stays or goes into {@code fields}. */
    private ObjectNode wrapped(ObjectNode test) {
        var input = MAKE.objectNode();
        for (var key : List.of("userMessage", "conversationTurns", "turns", "inputPayload")) {
            if (test.has(key)) {
                input.set(key, test.remove(key));
            }
        }
        test.set("InputDefinition", asText(input));
        var configuration = MAKE.objectNode();
        for (var key : List.of("oracles", "scoringWeights", "evaluationStrategy", "maxExecutionTime")) {
            if (test.has(key)) {
                configuration.set(key, test.remove(key));
            }
        }
        test.set("Configuration", asText(configuration));
        return chance.onceIn(2) ? MAKE.objectNode().set("fields", test) : test;
    }
}
