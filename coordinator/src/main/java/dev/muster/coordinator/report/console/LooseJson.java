package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** JSON for people: {@code {amount: 3500, type: "travel"}}. */
final class LooseJson {

    private LooseJson() {}

    static String of(JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream().map(member -> key(member.getKey()) + ": " + of(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node.isArray() ? node.valueStream().map(LooseJson::of).collect(Collectors.joining(", ", "[", "]"))
                : Json.MAPPER.writeValueAsString(node);
    }

    /** Returns a key, without quotes where it is unambiguous. */
    private static String key(String name) {
        boolean plain = !name.isEmpty() && name.chars().allMatch(c -> c < 128 && Character.isJavaIdentifierPart(c));
        return plain ? name : Json.MAPPER.writeValueAsString(name);
    }
}
