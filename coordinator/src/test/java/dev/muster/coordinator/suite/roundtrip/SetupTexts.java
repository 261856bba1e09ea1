package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Setups of conversations. */
final class SetupTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;

    SetupTexts(Chance chance) {
        this.chance = chance;
    }

    void surround(ObjectNode testCase) {
        chance.maybe(testCase, "hooks", this::hooks);
        chance.maybeText(testCase, "before", () -> "env_test.Before" + chance.line());
        chance.maybeText(testCase, "after", () -> "env_test.After");
        chance.maybe(testCase, "tools", this::tools);
        chance.maybeFlag(testCase, "variables");
    }

    JsonNode hooks() {
        return chance.list(3, () -> {
            var hook = MAKE.objectNode();
            hook.set("cmd", chance.some(3, () -> chance.node(chance.text())));
            chance.maybeWhole(hook, "timeout_ms", 1, 86_400_000);
            chance.maybe(hook, "timeout_ms", () -> MAKE.numberNode(30_000));
            return hook;
        });
    }

    /** Returns tools by name, or as a list. */
    JsonNode tools() {
        if (chance.onceIn(2)) {
            var named = MAKE.objectNode();
            chance.list(4, () -> chance.node(chance.word())).forEach(name -> named.set(name.stringValue(), stub()));
            return named;
        }
        var listed = MAKE.arrayNode();
        for (int i = chance.below(3); i > 0; i--) {
            listed.add(stub().put("name", chance.said() + i));
        }
        return listed;
    }

    private ObjectNode stub() {
        var stub = MAKE.objectNode();
        chance.maybeText(stub, "description", chance::text);
        chance.maybe(stub, "parameters", () -> chance.free(2));
        if (chance.onceIn(2)) {
            chance.maybe(stub, "result", () -> chance.json(2));
        } else {
            chance.maybeText(stub, "error", chance::text);
        }
        return stub;
    }
}
