package dev.muster.common.agent.mapping;

import module java.base;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A text with {@code ${name}} in it, expanded once: inserted values are not expanded again. */
record TextTemplate(String written) {

    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

    /** Returns the names in the texts of a JSON value. */
    static Stream<String> names(JsonNode json) {
        return json.isString() ? new TextTemplate(json.stringValue()).names()
                : json.valueStream().flatMap(TextTemplate::names);
    }

    /**
     * Fills in the texts of a JSON value; one that is one name takes the value with its type.
     *
     * @return null where a name without a value is all there is: its member is left out
     */
    static @Nullable JsonNode filled(JsonNode json, Names names) {
        return switch (json) {
            case StringNode text -> new TextTemplate(text.stringValue()).value(names);
            case ArrayNode items -> items.arrayNode().addAll(items.valueStream().map(item -> filled(item, names))
                    .filter(Objects::nonNull).toList());
            case ObjectNode members -> {
                var object = members.objectNode();
                members.properties().forEach(member -> {
                    var value = filled(member.getValue(), names);
                    if (value != null) {
                        object.set(member.getKey(), value);
                    }
                });
                yield object;
            }
            default -> json;
        };
    }

    /** Returns the names in the text. */
    Stream<String> names() {
        var names = new ArrayList<String>();
        for (var found = NAME.matcher(written); found.find();) {
            names.add(found.group(1));
        }
        return names.stream();
    }

    private @Nullable JsonNode value(Names names) {
        var only = NAME.matcher(written);
        return only.matches() ? names.value(only.group(1)) : StringNode.valueOf(text(names, (_, value) -> value));
    }

    /** @param escape makes the value of a name safe for where the text goes */
    String text(Names names, BinaryOperator<String> escape) {
        var text = new StringBuilder();
        var found = NAME.matcher(written);
        while (found.find()) {
            var name = found.group(1);
            found.appendReplacement(text,
                    Matcher.quoteReplacement(escape.apply(name, text(names.value(name)))));
        }
        return found.appendTail(text).toString();
    }

    private static String text(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** The values that {@code ${name}} stands for. */
    @FunctionalInterface
    interface Names {

        /** Returns null for a name without a value. */
        @Nullable
        JsonNode value(String name);

        /** Returns the member of a value at the rest of a dotted name; null when it is not there. */
        static @Nullable JsonNode inside(JsonNode value, String path) {
            var found = value;
            for (var member : path.split("\\.", -1)) {
                found = found.isArray() && member.chars().allMatch(Character::isDigit) && member.length() < 9
                        ? found.path(Integer.parseInt(member))
                        : found.path(member);
            }
            return found.isMissingNode() ? null : found;
        }
    }
}
