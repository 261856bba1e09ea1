package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** AG-UI tests. */
final class AgUiTexts {

    private final Chance chance;
    private final ClauseTexts clauses;
    private final SetupTexts setup;

    AgUiTexts(Chance chance) {
        this.chance = chance;
        this.clauses = new ClauseTexts(chance);
        this.setup = new SetupTexts(chance);
    }

    ObjectNode one(int number) {
        var test = JsonNodeFactory.instance.objectNode();
        if (!chance.onceIn(4)) {
            test.put("name", chance.line() + " " + number);
        }
        test.set("hooks", setup.hooks());
        test.set("turns", chance.some(3, this::turn));
        chance.maybe(test, "assert", clauses::block);
        return test;
    }

    private ObjectNode turn() {
        var turn = JsonNodeFactory.instance.objectNode().put("user", chance.said());
        if (chance.onceIn(2)) {
            turn.set("assert", clauses.block());
        }
        return turn;
    }
}
