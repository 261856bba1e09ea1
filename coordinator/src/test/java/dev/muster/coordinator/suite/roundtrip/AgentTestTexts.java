package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Cases of the agent-test dialect in each of their modes. */
final class AgentTestTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;
    private final MessageTexts messages;
    private final AssertionTexts assertions;
    private final TurnTexts turns;
    private final SetupTexts setup;

    AgentTestTexts(Chance chance) {
        this.chance = chance;
        this.messages = new MessageTexts(chance);
        this.assertions = new AssertionTexts(chance);
        this.turns = new TurnTexts(chance);
        this.setup = new SetupTexts(chance);
    }

    ObjectNode one(int number) {
        var testCase = MAKE.objectNode().put("id", chance.line() + " " + number);
        var agent = chance.of("expense", "chat");
        testCase.put("agent", agent);
        said(testCase, agent);
        chance.maybeText(testCase, "name", chance::line);
        chance.maybeText(testCase, "team", chance::line);
        chance.maybeText(testCase, "user", chance::line);
        chance.maybe(testCase, "labels", this::labels);
        chance.maybe(testCase, "metadata", () -> chance.free(2));
        chance.maybe(testCase, "options", () -> assertions.options(agent));
        limits(testCase);
        chance.maybe(testCase, "skip", () -> chance.onceIn(2) ? MAKE.booleanNode(chance.onceIn(2))
                : chance.node(chance.text()));
        setup.surround(testCase);
        return testCase;
    }

    private void limits(ObjectNode testCase) {
        chance.maybeText(testCase, "timeout", chance::duration);
        chance.maybeText(testCase, "turn_timeout", chance::duration);
        chance.maybeWhole(testCase, "retries", 0, 100);
        chance.maybeWhole(testCase, "repeat", 1, 10_000);
    }

    private ObjectNode labels() {
        var labels = MAKE.objectNode();
        chance.list(3, () -> chance.node(chance.word())).forEach(name -> labels.set(name.stringValue(),
                chance.onceIn(2) ? chance.node(chance.line()) : chance.number()));
        return labels;
    }

    private void said(ObjectNode testCase, String agent) {
        switch (chance.below(6)) {
            case 0 -> standard(testCase);
            case 1 -> testCase.put("type", "single_turn").set("turns", MAKE.arrayNode().add(turns.one(agent)));
            case 2 -> scripted(testCase, agent, "multi_turn");
            case 3 -> scripted(testCase, agent, "scripted");
            case 4 -> goesOn(testCase);
            default -> dynamic(testCase, agent);
        }
        if (!testCase.has("assertions") && chance.onceIn(2)) {
            testCase.set("final_assertions", assertions.some());
        }
    }

    private void standard(ObjectNode testCase) {
        chance.maybeText(testCase, "type", () -> "single_turn");
        switch (chance.below(4)) {
            case 0 -> testCase.put("input", chance.text());
            case 1 -> testCase.set("input", messages.user());
            case 2 -> testCase.set("input", messages.answered());
            default -> testCase.set("messages", messages.answered());
        }
        chance.maybe(testCase, "expected", () -> chance.json(2));
        if (chance.onceIn(2)) {
            testCase.set("assertions", assertions.many());
        }
    }

    private void scripted(ObjectNode testCase, String agent, String type) {
        if (type.equals("scripted") || chance.onceIn(2)) {
            testCase.put("type", type);
        }
        testCase.set("turns", turns.some(agent));
        chance.maybe(testCase, "messages", this::history);
        chance.maybeText(testCase, "final_scope", () -> chance.of("whole", "last_reply"));
        chance.maybe(testCase, "pass_threshold", () -> MAKE.numberNode(chance.of(0.0, 0.25, 1.0)));
        if (type.equals("multi_turn")) {
            then(testCase);
        }
    }

    private void goesOn(ObjectNode testCase) {
        testCase.put("type", "multi_turn");
        opening(testCase);
        then(testCase);
    }

    private void opening(ObjectNode testCase) {
        chance.maybeText(testCase, "input", chance::text);
        chance.maybe(testCase, "messages", () -> chance.onceIn(2) ? history() : messages.before().add(messages.user()));
    }

    private ArrayNode history() {
        return messages.before().add(messages.assistant());
    }

    private void then(ObjectNode testCase) {
        chance.maybe(testCase, "simulator", this::simulator);
        chance.maybeWhole(testCase, "max_turns", 1, 100_000);
        chance.maybe(testCase, "interactive", this::interactive);
        chance.maybeText(testCase, "on_missing_input", () -> chance.of("skip", "fail", "end"));
    }

    private ObjectNode interactive() {
        var interactive = MAKE.objectNode();
        chance.maybeFlag(interactive, "enabled");
        chance.maybeText(interactive, "timeout", chance::duration);
        return interactive;
    }

    private JsonNode simulator() {
        if (chance.onceIn(4)) {
            return chance.node(chance.of("judge", "agents:judge", "scripts:s.next"));
        }
        var simulator = MAKE.objectNode().put("use", chance.of("agents:judge", "judge"));
        assertions.helperOptions(simulator);
        chance.maybe(simulator, "metadata", () -> MAKE.objectNode().put("max_turns", 7).put("goal", chance.text()));
        return simulator;
    }

    private void dynamic(ObjectNode testCase, String agent) {
        testCase.set("simulator", simulator());
        chance.maybe(testCase, "turns", () -> turns.some(agent));
        opening(testCase);
        chance.maybeWhole(testCase, "max_turns", 1, 100_000);
        var checkpoints = testCase.putArray("checkpoints");
        for (int i = 0; i <= chance.below(3); i++) {
            checkpoints.add(checkpoint(i));
        }
    }

    private ObjectNode checkpoint(int number) {
        var checkpoint = MAKE.objectNode().put("id", "c" + number);
        chance.maybeText(checkpoint, "description", chance::text);
        checkpoint.set(chance.of("assertion", "assert"), assertions.some());
        chance.maybeFlag(checkpoint, "required");
        if (number > 0) {
            chance.maybe(checkpoint, "after", () -> chance.list(1, () -> chance.node("c" + chance.below(number))));
        }
        return checkpoint;
    }
}
