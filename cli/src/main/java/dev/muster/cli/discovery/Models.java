package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The models that a server lists; Anthropic's does so, and refuses, in a form of its own. */
record Models(List<String> names, boolean isAnthropics) {

    private static final List<String> NOT_CHAT = List.of("embed", "tts", "whisper", "rerank", "moderation", "dall-e",
            "transcribe", "image", "speech");

    static Models of(@Nullable PeekAnswer answer) {
        var json = answer == null ? Json.MAPPER.nullNode() : answer.json();
        var list = answer != null && answer.isGood() ? json.path("data") : Json.MAPPER.nullNode();
        return new Models(list.valueStream().map(model -> model.path("id").asString("")).filter(Draft::isName)
                .toList(), list.path(0).path("type").asString("").equals("model") || isError(json));
    }

    private static boolean isError(JsonNode json) {
        return json.path("type").asString("").equals("error") && json.path("error").has("type");
    }

    /** Returns the first that is for talking; null when there is none. */
    @Nullable
    String best() {
        return names.stream().filter(model -> NOT_CHAT.stream().noneMatch(model.toLowerCase(Locale.ROOT)::contains))
                .findFirst().orElse(names.isEmpty() ? null : names.getFirst());
    }
}
