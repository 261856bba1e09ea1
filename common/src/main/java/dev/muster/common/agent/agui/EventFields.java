package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one object of the stream. A known field of the wrong type breaks the protocol; an optional one that is
 * null counts as absent, because some servers serialise every field.
 */
record EventFields(String where, JsonNode object) {

    private static final Set<String> MEDIA = Set.of("image", "audio", "video", "document");

    /** @throws StreamBroken when it is not an object */
    static EventFields of(String where, JsonNode node) throws StreamBroken {
        if (!node.isObject()) {
            throw new StreamBroken(where + " is " + kind(node) + ", but must be an object");
        }
        return new EventFields(where, node);
    }

    private JsonNode checked(String name, Predicate<JsonNode> isRight, String right) throws StreamBroken {
        JsonNode value = object.get(name);
        if (value == null || !isRight.test(value)) {
            throw wrong(name, value, right);
        }
        return value;
    }

    String text(String name) throws StreamBroken {
        return checked(name, JsonNode::isString, "a string").stringValue();
    }

    @Nullable
    String optionalText(String name) throws StreamBroken {
        return optional(name) == null ? null : text(name);
    }

    JsonNode any(String name) throws StreamBroken {
        return checked(name, value -> true, "there");
    }

    JsonNode array(String name) throws StreamBroken {
        return checked(name, JsonNode::isArray, "an array");
    }

    @Nullable
    JsonNode optionalArray(String name) throws StreamBroken {
        return optional(name) == null ? null : array(name);
    }

    @Nullable
    EventFields optionalObject(String name) throws StreamBroken {
        return optional(name) == null ? null : object(name);
    }

    EventFields object(String name) throws StreamBroken {
        return new EventFields(where + "." + name, checked(name, JsonNode::isObject, "an object"));
    }

    /** Returns a count; zero when it is absent. */
    long count(String name) throws StreamBroken {
        return StreamBroken.count(object.path(name), where + "." + name);
    }

    StreamBroken wrong(String name, @Nullable JsonNode value, String right) {
        return wrong(where, name, value, right);
    }

    /** @param value null when it is missing */
    static StreamBroken wrong(String where, String name, @Nullable JsonNode value, String right) {
        String found = value == null ? "is missing" : "is " + kind(value);
        return new StreamBroken(where + "." + name + " " + found + ", but must be " + right);
    }

    private @Nullable JsonNode optional(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case STRING, BINARY -> "a string";
            case NULL, MISSING -> "null";
        };
    }

    /**
     * Returns the text parts of {@code content} in order; other parts have no place in a result, and become warnings.
     */
    String content(Warnings warnings) throws StreamBroken {
        var text = new StringBuilder();
        for (String media : content(text, warnings)) {
            warnings.add("the " + media + " in the content of " + where + " was left out; only text is kept");
        }
        return text.toString();
    }

    /** Checks the content of a message that is not kept. */
    void checkContent(Warnings warnings) throws StreamBroken {
        var _ = content(new StringBuilder(), warnings);
    }

    private Set<String> content(StringBuilder text, Warnings warnings) throws StreamBroken {
        JsonNode content = any("content");
        if (!content.isString() && !content.isArray()) {
            throw wrong("content", content, "a string or an array of parts");
        }
        text.append(content.stringValue(""));
        var media = new LinkedHashSet<String>();
        for (JsonNode node : content) {
            EventFields part = EventFields.of(where + ".content", node);
            String type = part.text("type");
            if (type.equals("text")) {
                text.append(part.text("text"));
            } else if (MEDIA.contains(type)) {
                var _ = part.object("source").text("type");
                media.add(type);
            } else {
                warnings.add("the unknown part '" + OneLine.ofMessage(type) + "' in the content of " + where
                        + " was dropped");
            }
        }
        return media;
    }
}
