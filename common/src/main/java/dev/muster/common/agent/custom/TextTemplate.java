package dev.muster.common.agent.custom;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.custom.TextTemplate.Names;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/** A text with {@code ${name}} in it, expanded once: inserted values are not expanded again. */
record TextTemplate(List<Part> parts) {

    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

    /** A piece of the text: as it stands, or the value of a name. */
    sealed interface Part {

        record Literal(String text) implements Part {}

        record Name(String name) implements Part {}
    }

    static TextTemplate of(String text) {
        var parts = new ArrayList<Part>();
        int at = 0;
        for (var found = NAME.matcher(text); found.find(); at = found.end()) {
            if (found.start() > at) {
                parts.add(new Part.Literal(text.substring(at, found.start())));
            }
            parts.add(new Part.Name(found.group(1)));
        }
        if (at < text.length()) {
            parts.add(new Part.Literal(text.substring(at)));
        }
        return new TextTemplate(List.copyOf(parts));
    }

    /** Returns the names in the text. */
    Stream<String> names() {
        return parts.stream().filter(Part.Name.class::isInstance).map(part -> ((Part.Name) part).name());
    }

    /** Returns the value with its own type when the text is one name; a text otherwise. Null when that name has no value. */
    @Nullable
    JsonNode value(Names names) {
        return parts.size() == 1 && parts.getFirst() instanceof Part.Name(var name) ? names.value(name)
                : StringNode.valueOf(text(names, (_, value) -> value));
    }

    /** @param escape makes the value of a name safe for where the text goes */
    String text(Names names, BinaryOperator<String> escape) {
        var text = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Literal(var literal) -> text.append(literal);
                case Part.Name(var name) -> text.append(escape.apply(name, text(names.value(name))));
            }
        }
        return text.toString();
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

    /** JSON whose texts contain {@code ${name}}. A text that is one name takes the value with its type. */
    sealed interface JsonTemplate {

        record Plain(JsonNode value) implements JsonTemplate {}

        record Text(TextTemplate text) implements JsonTemplate {}

        record Items(List<JsonTemplate> items) implements JsonTemplate {}

        record Members(Map<String, JsonTemplate> members) implements JsonTemplate {}

        static JsonTemplate of(JsonNode json) {
            if (json.isString()) {
                return new Text(TextTemplate.of(json.stringValue()));
            }
            if (json.isArray()) {
                return new Items(json.valueStream().map(JsonTemplate::of).toList());
            }
            if (!json.isObject()) {
                return new Plain(json);
            }
            var members = new LinkedHashMap<String, JsonTemplate>();
            json.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
            return new Members(members);
        }

        /** Returns null where a name without a value is all there is: its member is left out. */
        default @Nullable JsonNode fill(Names names) {
            return switch (this) {
                case Plain(var value) -> value;
                case Text(var text) -> text.value(names);
                case Items(var items) -> {
                    var array = JsonNodeFactory.instance.arrayNode();
                    items.stream().map(item -> item.fill(names)).filter(Objects::nonNull).forEach(array::add);
                    yield array;
                }
                case Members(var members) -> {
                    var object = JsonNodeFactory.instance.objectNode();
                    members.forEach((name, template) -> {
                        var value = template.fill(names);
                        if (value != null) {
                            object.set(name, value);
                        }
                    });
                    yield object;
                }
            };
        }

        default Stream<String> names() {
            return switch (this) {
                case Plain _ -> Stream.empty();
                case Text(var text) -> text.names();
                case Items(var items) -> items.stream().flatMap(JsonTemplate::names);
                case Members(var members) -> members.values().stream().flatMap(JsonTemplate::names);
            };
        }
    }
}
