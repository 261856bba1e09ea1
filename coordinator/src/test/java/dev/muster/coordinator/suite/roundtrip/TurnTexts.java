package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns of the agent-test dialect, and parts that turns have in every dialect. */
final class TurnTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;
    private final MessageTexts messages;
    private final AssertionTexts assertions;
    private final SetupTexts setup;

    TurnTexts(Chance chance) {
        this.chance = chance;
        this.messages = new MessageTexts(chance);
        this.assertions = new AssertionTexts(chance);
        this.setup = new SetupTexts(chance);
    }

    ArrayNode some(String agent) {
        var turns = chance.some(4, () -> one(agent));
        if (chance.onceIn(3)) {
            jump(turns);
        }
        return turns;
    }

    /** Makes one turn jump to a turn. */
    void jump(ArrayNode turns) {
        ((ObjectNode) turns.get(chance.below(turns.size()))).put("name", "there");
        ((ObjectNode) turns.get(chance.below(turns.size()))).put("goto", "there");
    }

    ObjectNode one(String agent) {
        var turn = MAKE.objectNode();
        turn.set("input", input());
        chance.maybe(turn, "attachments", () -> chance.list(2, messages::part));
        if (chance.onceIn(2)) {
            turn.set(chance.of("assertions", "assert"), assertions.some());
        }
        chance.maybe(turn, "options", () -> assertions.options(agent));
        chance.maybe(turn, "tools", setup::tools);
        chance.maybe(turn, "payload", () -> chance.json(2));
        chance.maybeFlag(turn, "expect_success");
        chance.maybeFlag(turn, "continue_on_failure");
        course(turn);
        return turn;
    }

    private JsonNode input() {
        return switch (chance.below(4)) {
            case 0 -> messages.user();
            case 1 -> MAKE.arrayNode().add(messages.user());
            default -> chance.node(chance.text());
        };
    }

    /** Adds the condition of a turn, and where the conversation goes next. */
    void course(ObjectNode turn) {
        chance.maybeText(turn, "name", () -> chance.line() + " " + chance.below(1_000_000));
        chance.maybeWhole(turn, "delay_ms", 0, 86_400_000);
        chance.maybeText(turn, "timeout", chance::duration);
        chance.maybe(turn, "capture", this::capture);
        chance.maybe(turn, "when", assertions::one);
    }

    private ObjectNode capture() {
        var paths = MAKE.objectNode();
        chance.list(3, () -> chance.node(chance.name())).forEach(name -> paths.put(name.stringValue(),
                chance.of("$.id", "order.number", "$['ü'][0]")));
        return paths;
    }
}
