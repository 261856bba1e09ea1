package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.http.Framing;
import dev.muster.common.config.AnswerMapping;
import org.jspecify.annotations.Nullable;

/** How an answer is cut into events, by its mapping and its content type. */
final class AnswerFraming {

    private static final Set<String> LINES = Set.of("application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/x-jsonl", "application/json-lines", "application/stream+json");

    private AnswerFraming() {}

    /** Returns null for a content type that the mapping does not take. */
    static @Nullable Framing of(AnswerMapping answer, String type) {
        var stream = answer.stream();
        if (stream != null) {
            return switch (stream) {
                case SSE, SSE_TEXT, AI_SDK, LANGGRAPH -> Framing.EVENTS;
                case NDJSON -> Framing.LINES;
                case TEXT -> Framing.TEXT;
                case JSON, WEBSOCKET -> Framing.WHOLE;
            };
        }
        if (type.equals("text/event-stream")) {
            return Framing.EVENTS;
        }
        if (LINES.contains(type)) {
            return Framing.LINES;
        }
        if (answer.text() == null) {
            return type.equals("text/plain") || type.equals("text/markdown") ? Framing.TEXT : null;
        }
        return type.endsWith("/json") || type.endsWith("+json") || type.equals("text/plain")
                ? Framing.WHOLE : null;
    }
}
