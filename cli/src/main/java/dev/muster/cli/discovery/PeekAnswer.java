package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.http.ContentCoding;
import dev.muster.common.json.Json;
import java.net.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * The beginning of an answer.
 *
 * @param type the media type without parameters; empty when there is none
 * @param end what ended it
 */
record PeekAnswer(int status, String type, HttpHeaders headers, String body, End end) {

    enum End {
        /** All came that belongs to it; its connection may stay open. */
        WHOLE,
        TIME_OVER,
        /** The connection broke, or its compression is cut. */
        BROKEN
    }

    static final String EVENTS = "text/event-stream";
    static final String ENCODING = "Content-Encoding";

    /** Returns the value of a header; empty without it. */
    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    boolean isWhole() {
        return end == End.WHOLE;
    }

    boolean isGood() {
        return status / 100 == 2;
    }

    /** Returns a sentence about a compression that can't be read; null when the body is readable. */
    @Nullable
    String unreadable() {
        return ContentCoding.unreadable(header(ENCODING));
    }

    /** Returns the events of a stream of events, in their order; none of another answer. */
    List<ServerEvent> events() {
        return type.equals(EVENTS) || ServerEvent.BEGINNINGS.stream().anyMatch(body.stripLeading()::startsWith)
                ? ServerEvent.of(body) : List.of();
    }

    /** Whether the message reached no agent. */
    boolean isNowhere() {
        return status == 404 || status == 405;
    }

    /** Returns the body as JSON; one text when it is none. */
    JsonNode json() {
        try {
            return Json.MAPPER.readTree(body);
        } catch (JacksonException e) {
            return StringNode.valueOf(body);
        }
    }
}
