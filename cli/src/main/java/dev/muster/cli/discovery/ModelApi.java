package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The interfaces of model servers: each takes a message, and the name of a model, at a path of its own below one base.
 */
enum ModelApi {
    CHAT("/chat/completions", "an OpenAI-compatible server", "its choices", "/choices", "/choices/0/delta",
            "openai"),
    RESPONSES("/responses", "a server of OpenAI's Responses API", "its output", "/output", "/delta", "openai"),
    MESSAGES("/messages", "a server of Anthropic's Messages", "its content", "/content", "/delta", "anthropic");

    private static final Set<String> BEGINNINGS = Set.of("response.created", "message_start");

    private final String path;
    private final String title;
    private final String place;
    private final String answer;
    private final String piece;
    private final String protocol;

    /**
     * @param answer the list that a whole answer has
     * @param piece where an event of a stream has its piece of the text
     */
    ModelApi(String path, String title, String place, String answer, String piece, String protocol) {
        this.path = path;
        this.title = title;
        this.place = place;
        this.answer = answer;
        this.piece = piece;
        this.protocol = protocol;
    }

    /** Returns those whose whole path this is: one or none. */
    static List<ModelApi> whole(String url) {
        return Arrays.stream(values()).filter(each -> url.endsWith(each.path)).toList();
    }

    /** Returns an address without the path of any. */
    static String base(String url) {
        return whole(url).stream().findFirst().map(each -> url.substring(0, url.length() - each.path.length()))
                .orElse(url);
    }

    String title() {
        return title;
    }

    String at(String base, String query) {
        return base + path + query;
    }

    /** @param streamed whether to request the answer as a stream, as a run does */
    ObjectNode body(@Nullable String model, boolean streamed) {
        var body = body(model);
        if (streamed) {
            body.put("stream", true);
        }
        if (streamed && this == CHAT) {
            body.putObject("stream_options").put("include_usage", true);
        }
        return body;
    }

    /** Whether its protocol can also ask for an answer in one piece. */
    boolean takesWhole() {
        return this != MESSAGES;
    }

    private ObjectNode body(@Nullable String model) {
        var body = Json.MAPPER.createObjectNode();
        if (model != null || this == MESSAGES) {
            body.put("model", model == null ? "NAME" : model);
        }
        if (this == RESPONSES) {
            return body.put("input", Discovery.MESSAGE);
        }
        body.putArray("messages").addObject().put("role", "user").put("content", Discovery.MESSAGE);
        return this == MESSAGES ? body.put("max_tokens", 1024) : body;
    }

    boolean answers(List<JsonNode> frames) {
        return frames.stream().anyMatch(frame -> frame.at(answer).isArray()
                || BEGINNINGS.contains(frame.path("type").asString("")));
    }

    String text(List<JsonNode> frames) {
        var pieces = frames.stream().filter(frame -> !isThought(frame)).map(frame -> frame.at(piece))
                .map(each -> each.asString(each.path("content").asString(each.path("text").asString(""))))
                .collect(Collectors.joining());
        return !pieces.isEmpty() ? pieces : frames.stream().flatMap(frame -> frame.at(answer).valueStream())
                .filter(each -> !isThought(each))
                .flatMap(each -> Stream.concat(Stream.of(each.at("/message/content"), each.path("text")),
                        each.path("content").valueStream().map(part -> part.path("text"))))
                .map(each -> each.asString("")).collect(Collectors.joining());
    }

    private static boolean isThought(JsonNode part) {
        return part.path("type").asString("").contains("reasoning");
    }

    /** Returns the agent without its model. */
    Draft agent(String base, String query, List<String> models) {
        // without /v1, Muster puts it in
        var url = this == MESSAGES && !base.endsWith("/v1") ? base + path : base;
        var draft = this == RESPONSES ? Draft.of(url + query, "protocol", protocol, "api", "responses")
                : Draft.of(url + query, "protocol", protocol);
        return models.size() < 2 ? draft : draft.remark("It lists these models: " + String.join(", ", models));
    }

    FoundAgent found(Draft agent, @Nullable String model, List<JsonNode> frames) {
        return new FoundAgent(title + (model == null ? "" : " with the model " + model),
                model == null ? agent : agent.with("model", model), text(frames), place);
    }
}
