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

    Members texts(String name, Collection<String> values) {
        return list(name, values, json::writeString);
    }

    Members nodes(String name, Collection<? extends JsonNode> values) {
        return list(name, values, json::writeTree);
    }

    private <T> Members list(String name, Collection<T> values, Consumer<T> each) {
        json.writeArrayPropertyStart(name);
        values.forEach(each);
        json.writeEndArray();
        return this;
    }
}
