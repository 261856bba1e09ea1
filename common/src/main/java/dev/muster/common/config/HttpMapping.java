package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The requests to an agent behind any HTTP or WebSocket endpoint, and the places of the values in its answers. All
 * texts may contain {@code ${name}}; all paths are JSON paths.
 *
 * @param method of the call, such as {@code POST}
 * @param body sent as JSON, or as it is when it is a text; null sends none. For a WebSocket: the message
 * @param auth null for nothing but the headers
 * @param session the call before the first turn; null for none
 * @param form sent URL-encoded in place of a body; empty for none
 */
public record HttpMapping(String method, @Nullable JsonNode body, @Nullable HttpAuth auth, @Nullable Session session,
        AnswerMapping answer, Map<String, String> form) {

    /** Creates a mapping without a form. */
    public HttpMapping(String method, @Nullable JsonNode body, @Nullable HttpAuth auth, @Nullable Session session,
            AnswerMapping answer) {
        this(method, body, auth, session, answer, Map.of());
    }

    /**
     * The call that opens a conversation; the members of its answer are {@code ${session.NAME}} from then on.
     *
     * @param headers beside those of the agent, which they override
     * @param id the path of {@code ${session.id}}; null when the answer's own {@code id} is meant
     * @param form sent URL-encoded in place of a body; empty for none
     */
    public record Session(String method, String url, Map<String, String> headers, @Nullable JsonNode body,
            @Nullable String id, Map<String, String> form) {

        /** Creates a call without a form. */
        public Session(String method, String url, Map<String, String> headers, @Nullable JsonNode body,
                @Nullable String id) {
            this(method, url, headers, body, id, Map.of());
        }
    }

    /** The form of an answer. */
    public enum Stream implements Wire {
        JSON,
        SSE,
        /** Events whose data is text. */
        SSE_TEXT,
        NDJSON,
        TEXT,
        WEBSOCKET,
        /** UI message stream of the Vercel AI SDK: it says by itself what is what. */
        AI_SDK,
        /** The stream of a run on a LangGraph server, which says it, too, but where its state has the reply. */
        LANGGRAPH;
    }
}
