package dev.muster.common.agent.agui;

import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;

/** The text of {@code content}, which is a string or an array of parts. */
final class MessageText {

    private MessageText() {}

    /** The text parts in order; other parts are left out. */
    static String of(Fields message) throws StreamBroken {
        JsonNode content = message.any("content");
        if (content.isString()) {
            return content.stringValue();
        }
        if (!content.isArray()) {
            throw message.wrong("content", content, "a string or an array of parts");
        }
        var text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").stringValue(""));
        }
        return text.toString();
    }
}
