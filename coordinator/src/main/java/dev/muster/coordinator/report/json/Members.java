package dev.muster.coordinator.report.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Writes the members of a JSON object one after another; omits null values. */
record Members(JsonGenerator json) {

    Members text(String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
        return this;
    }

    Members number(String name, @Nullable Number value) {
        if (value != null) {
            json.writeName(name);
            json.writePOJO(value);
        }
        return this;
    }

    Members flag(String name, boolean value) {
        json.writeBooleanProperty(name, value);
        return this;
    }

    /** Writes a member only when it is true. */
    Members mark(String name, boolean value) {
        return value ? flag(name, true) : this;
    }

    /** Writes texts by name, in the order of their names; none when there are none. */
    Members labels(String name, Map<String, String> values) {
        return values.isEmpty() ? this : object(name, labels -> new TreeMap<>(values).forEach(labels::text));
    }

    Members node(String name, @Nullable JsonNode value) {
        json.writeName(name);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeTree(value);
        }
        return this;
    }

    /** Writes all members of another object as members of this one. */
    Members all(JsonNode object) {
        object.properties().forEach(member -> node(member.getKey(), member.getValue()));
        return this;
    }

    Members object(String name, Consumer<Members> members) {
        json.writeName(name);
        object(members);
        return this;
    }

    /** Writes an object without a name: in a list, or at the top. */
    Members object(Consumer<Members> members) {
        json.writeStartObject();
        members.accept(this);
        json.writeEndObject();
        return this;
    }

    <T> Members objects(String name, Collection<T> values, BiConsumer<Members, T> members) {
        return list(name, values, value -> object(_ -> members.accept(this, value)));
    }

    /** Writes a list of objects, unless it is empty. */
    <T> Members some(String name, Collection<T> values, BiConsumer<Members, T> members) {
        return values.isEmpty() ? this : objects(name, values, members);
    }

    /** Writes a list of texts, unless it is empty. */
    Members texts(String name, Collection<String> values) {
        return values.isEmpty() ? this : list(name, values, json::writeString);
    }

    /** Writes a list of any values, unless it is empty. */
    Members nodes(String name, Collection<? extends JsonNode> values) {
        return values.isEmpty() ? this : list(name, values, json::writeTree);
    }

    private <T> Members list(String name, Collection<T> values, Consumer<T> each) {
        json.writeArrayPropertyStart(name);
        values.forEach(each);
        json.writeEndArray();
        return this;
    }
}
