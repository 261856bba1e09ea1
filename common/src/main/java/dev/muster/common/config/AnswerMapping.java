package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The places of the values in an answer, or in each event of a stream.
 *
 * @param stream null to decide by the content type
 * @param text joined over all events that have it; null where the whole answer is the text
 * @param awaiting there and neither false nor empty: the agent waits for input
 * @param error there and neither false nor empty: the agent failed, with this text
 * @param done the data of the last event, or a path that is there in it; null to read to the end
 * @param idle how long a WebSocket is silent after its answer; null for {@code done} or a close
 * @param carry values of this answer for the next call, by name
 */
public record AnswerMapping(HttpMapping.@Nullable Stream stream, @Nullable String text, @Nullable CallMapping toolCalls,
        @Nullable TokenMapping usage, @Nullable String state, @Nullable String awaiting, @Nullable String error,
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
        if (stream == HttpMapping.Stream.AI_SDK || stream == HttpMapping.Stream.LANGGRAPH) {
            return null;
        }
        return switch (what) {
            case TOOLS -> toolCalls != null ? null : "has no response.tool_calls";
            case TOOL_RESULTS -> toolCalls == null ? "has no response.tool_calls"
                    : toolCalls.result() != null ? null : "has no response.tool_calls.result";
            case STEPS, FAILURES -> "shows no steps"; // the protocol decides
            case TOKENS -> usage != null && (usage.input() != null || usage.output() != null) ? null
                    : "has no response.usage with 'input' or 'output'";
        };
    }

    public boolean isWebSocket() {
        return stream == HttpMapping.Stream.WEBSOCKET;
    }
}
