package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.json.Json;
import dev.muster.common.json.Wire;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How to ask an agent behind any HTTP or WebSocket endpoint, and where its answers say what. All texts may contain
 * {@code ${name}}; all paths are JSON paths.
 *
 * @param method of the call, such as {@code POST}
 * @param body sent as JSON, or as it is when it is a text; null sends none. For a WebSocket: the message
 * @param auth null for nothing but the headers
 * @param session the call before the first turn; null for none
 * @param form sent URL-encoded in place of a body; empty for none
 */
public record HttpMapping(String method, @Nullable JsonNode body, @Nullable Auth auth, @Nullable Session session,
        Answer answer, Map<String, String> form) {

    /** Creates a mapping without a form. */
    public HttpMapping(String method, @Nullable JsonNode body, @Nullable Auth auth, @Nullable Session session,
            Answer answer) {
        this(method, body, auth, session, answer, Map.of());
    }

    /** How a call proves who it is from. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({@JsonSubTypes.Type(value = Auth.Bearer.class, name = "bearer"),
        @JsonSubTypes.Type(value = Auth.Basic.class, name = "basic"),
        @JsonSubTypes.Type(value = Auth.OAuth2.class, name = "oauth2")})
    public sealed interface Auth {

        record Bearer(String token) implements Auth {}

        record Basic(String user, String password) implements Auth {}

        /**
         * Client credentials.
         *
         * @param inForm whether the client's id and secret go into the form; otherwise they go into the header
         */
        record OAuth2(String tokenUrl, String clientId, String clientSecret, @Nullable String scope, boolean inForm)
                implements
                    Auth {}
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

    /** How an answer arrives. */
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

    /**
     * Where an answer, or each event of a stream, says what.
     *
     * @param stream null to decide by the content type
     * @param text joined over all events that have it; null where the whole answer is the text
     * @param awaiting there and neither false nor empty: the agent waits for input
     * @param error there and neither false nor empty: the agent failed, with this text
     * @param done the data of the last event, or a path that is there in it; null to read to the end
     * @param idle how long a WebSocket is silent after its answer; null for {@code done} or a close
     * @param carry values of this answer for the next call, by name
     */
    public record Answer(@Nullable Stream stream, @Nullable String text, @Nullable Calls toolCalls,
            @Nullable Tokens usage, @Nullable String state, @Nullable String awaiting, @Nullable String error,
            @Nullable String done, @Nullable Duration idle, Map<String, String> carry) {

        private static final Set<String> NO_PATHS = Set.of("stream", "idle");

        /** Returns the paths by their names, such as {@code usage.input}; {@code done} may be a text. */
        public Map<String, String> paths() {
            var paths = new LinkedHashMap<String, String>();
            Json.MAPPER.<JsonNode>valueToTree(this).properties().stream()
                    .filter(member -> !NO_PATHS.contains(member.getKey()))
                    .forEach(member -> {
                        if (member.getValue().isString()) {
                            paths.put(member.getKey(), member.getValue().stringValue());
                        }
                        member.getValue().properties().forEach(inner -> paths
                                .put(member.getKey() + "." + inner.getKey(), inner.getValue().stringValue()));
                    });
            return paths;
        }

        /** Returns why an answer can't show something; null when it can. */
        @Nullable
        String lackOf(Shown what) {
            if (stream == Stream.AI_SDK || stream == Stream.LANGGRAPH) {
                return null;
            }
            return switch (what) {
                case TOOLS -> toolCalls != null ? null : "has no response.tool_calls";
                case TOOL_RESULTS -> toolCalls == null ? "has no response.tool_calls"
                        : toolCalls.result != null ? null : "has no response.tool_calls.result";
                case TOKENS -> usage != null && (usage.input != null || usage.output != null) ? null
                        : "has no response.usage with 'input' or 'output'";
            };
        }

        public boolean isWebSocket() {
            return stream == Stream.WEBSOCKET;
        }
    }

    /**
     * The tool calls of an answer. Objects with the same id are one call: its result may come later.
     *
     * @param each finds an object for each call; the other paths start there
     * @param id null to number the calls
     */
    public record Calls(String each, @Nullable String id, String name, @Nullable String arguments,
            @Nullable String result) {}

    /** Paths of token counts; the last count of a stream is the total. */
    public record Tokens(@Nullable String input, @Nullable String output, @Nullable String cached) {}
}
