package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import tools.jackson.databind.JsonNode;

/** The text of {@code content}, which is a string or an array of parts. */
final class MessageText {

    private static final Set<String> MEDIA = Set.of("image", "audio", "video", "document");

    private MessageText() {}

    /** Returns the text parts in order; other parts have no place in a result, and become warnings. */
    static String of(EventFields message, Warnings warnings) throws StreamBroken {
        var text = new StringBuilder();
        for (String media : read(message, text, warnings)) {
            warnings.add("the " + media + " in the content of " + message.where() + " was left out; only text is kept");
        }
        return text.toString();
    }

    /** Checks the content of a message that is not kept. */
    static void check(EventFields message, Warnings warnings) throws StreamBroken {
        var _ = read(message, new StringBuilder(), warnings);
    }

    private static Set<String> read(EventFields message, StringBuilder text, Warnings warnings) throws StreamBroken {
        JsonNode content = message.any("content");
        if (!content.isString() && !content.isArray()) {
            throw message.wrong("content", content, "a string or an array of parts");
        }
        text.append(content.stringValue(""));
        var media = new LinkedHashSet<String>();
        for (JsonNode node : content) {
            EventFields part = EventFields.of(message.where() + ".content", node);
            String type = part.text("type");
            if (type.equals("text")) {
                text.append(part.text("text"));
            } else if (MEDIA.contains(type)) {
                var _ = part.object("source").text("type");
                media.add(type);
            } else {
                warnings.add("the unknown part '" + OneLine.ofMessage(type) + "' in the content of " + message.where()
                        + " was dropped");
            }
        }
        return media;
    }
}
