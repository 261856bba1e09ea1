package dev.muster.common.agent.custom;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

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
