package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Writes YAML as people do: indented, with plain scalars and literal blocks where possible. */
final class YamlBlocks {

    private final StringBuilder text = new StringBuilder();

    private YamlBlocks() {}

    static String of(JsonNode document) {
        var blocks = new YamlBlocks();
        blocks.members(document, 0);
        return blocks.text.toString();
    }

    private void members(JsonNode object, int indent) {
        object.properties().forEach(member -> {
            text.append(" ".repeat(indent)).append(scalar(member.getKey())).append(':');
            value(member.getValue(), indent);
        });
    }

    private void value(JsonNode value, int indent) {
        if (value.isEmpty() || value.isValueNode()) {
            text.append(' ').append(value.isString() ? string(value.stringValue(), indent + 2) : Rendering.json(value))
                    .append('\n');
        } else if (value.isObject()) {
            text.append('\n');
            members(value, indent + 2);
        } else {
            text.append('\n');
            for (var item : value) {
                text.append(" ".repeat(indent + 2)).append('-');
                value(item, indent + 2);
            }
        }
    }

    private static String string(String value, int indent) {
        return value.matches("\\w[ -~]*(\n\\w[ -~]*)+\n")
                ? "|\n" + value.stripTrailing().indent(indent).stripTrailing()
                : scalar(value);
    }

    private static String scalar(String value) {
        boolean plain = value.matches("[a-z][a-z_]*") && !value.matches("true|false|null");
        return plain ? value : Rendering.json(StringNode.valueOf(value));
    }
}
