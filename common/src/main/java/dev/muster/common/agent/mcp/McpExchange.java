package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sends the messages of one turn, waits for their responses, and declines what the server requests meanwhile. */
final class McpExchange {
    static final Duration FOREVER = Duration.ofDays(1);
    static final String DISCOVER = "discover";
    static final String ANSWER = "answer";
    static final String ELICITATION = "elicitation/create";
    static final int NO_METHOD = -32601;
    static final int OTHER_HEADERS = -32020;
    static final int NOT_FOUND = 404;
    private static final int MOST_DECLINED = 100;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    final McpConnection connection;
    final Deadline deadline;
    final ReplyAssembler reply;
    private final StreamBounds bounds;
    private @Nullable JsonNode question;
    private boolean calling;
    private int declined;
    private int events;
    private long characters;

    McpExchange(McpConnection connection, Deadline deadline, ReplyAssembler reply, StreamBounds bounds) {
        this.connection = connection;
        this.deadline = deadline;
        this.reply = reply;
        this.bounds = bounds;
    }

    /** Lets the server ask its user from now on: a tool is called. */
    void allowQuestions() {
        calling = true;
    }

    /** Returns the last question to the user. */
    JsonNode question() {
        return Objects.requireNonNull(question);
    }

    void send(String key, ObjectNode message, String version) {
        connection.send(key, message, McpMessages.headers(message, version));
    }

    /**
     * Waits for the response to one of the messages with these keys.
     *
     * @return null when nothing came at most after that, and when the server asks its user
     */
    @Nullable
    McpResponse await(Set<String> keys, Duration atMost) throws CallFailed, StreamBroken, InterruptedException {
        var until = deadline.within(atMost);
        McpResponse response = null;
        while (true) {
            switch (deadline.passed() ? null : connection.next(until.left(), deadline)) {
                case null -> {
                    if (deadline.passed()) {
                        throw new CallFailed(AgentFailure.Timeout.after(deadline));
                    }
                    if (until.passed()) {
                        return null;
                    }
                }
                case Incoming.Message(var message, var text) when message.has("method") -> {
                    count(text);
                    if (!message.has("id")) {
                        var name = message.path("method").asString("");
                        reply.keep(name.substring(name.indexOf('/') + 1), message.path("params"));
                    } else if (isQuestion(message)) {
                        question = message;
                        return null;
                    }
                }
                case Incoming.Message(var message, var text) -> {
                    var key = message.path("id").asString("");
                    boolean unsure = keys.size() > 1 && !message.path("result").isObject() && key.equals(DISCOVER);
                    if ((keys.contains(key) || message.path("id").isNull()) && !unsure) {
                        count(text);
                        response = new McpResponse(key, message, text.length() > HeavyWork.CHARACTERS);
                    }
                }
                case Incoming.Ended ended when keys.contains(ended.key()) -> {
                    var end = ended.failure() == null ? response : failed(ended, keys.size() == 1);
                    if (end != null) {
                        return end;
                    }
                    if (ended.failure() == null && (!ended.key().equals(DISCOVER) || keys.size() == 1)) {
                        return new McpResponse(ended.key(), JSON.objectNode(), false);
                    }
                }
                case Incoming.Ended(var key, var failure, _) -> {
                    // the responses to earlier messages no longer count
                    if (failure != null && (key.isEmpty() || key.equals(ANSWER))) {
                        throw new CallFailed(failure);
                    }
                }
            }
        }
    }

    /**
     * Returns what the refusal of a message counts as; null when another message may still be answered.
     *
     * @param only whether no other message is waited for
     */
    private static @Nullable McpResponse failed(Incoming.Ended ended, boolean only) throws CallFailed {
        var failure = Objects.requireNonNull(ended.failure());
        if (ended.error().path("code").asInt(0) == OTHER_HEADERS) {
            return refused(ended.key(), ended.error());
        }
        if (!ended.key().equals(DISCOVER)) {
            throw new CallFailed(failure);
        }
        return only ? undiscovered(failure, ended.error()) : null;
    }

    /** Returns what a refusal of the new version's request means; an old version may still be right. */
    private static McpResponse undiscovered(AgentFailure failure, JsonNode error) throws CallFailed {
        return switch (failure) {
            case AgentFailure.Refused(int status, _) when status == NOT_FOUND -> refused("", error);
            case AgentFailure.Agent _,AgentFailure.Protocol _ -> refused(DISCOVER, error);
            case AgentFailure.Refused _,AgentFailure.Unreachable _,AgentFailure.Busy _,AgentFailure.Truncated _,AgentFailure.Cancelled _,AgentFailure.Timeout _ ->
                throw new CallFailed(failure);
        };
    }

    private static McpResponse refused(String key, JsonNode error) {
        return new McpResponse(key, JSON.objectNode().set("error", error), false);
    }

    /** Whether a request of the server is a question for its user; others are answered here. */
    private boolean isQuestion(JsonNode message) throws StreamBroken {
        var method = message.path("method").asString("");
        if (method.equals(ELICITATION) && calling) {
            return true;
        }
        if (++declined > MOST_DECLINED) {
            throw new StreamBroken("the server asked for more than " + MOST_DECLINED + " answers in one turn");
        }
        if (!method.equals("ping")) {
            reply.warn("the server asked for " + OneLine.of(method) + ", which Muster does not offer");
        }
        var response = method.equals("ping")
                ? McpMessages.response(message.path("id"), "result", JSON.objectNode())
                : McpMessages.response(message.path("id"), "error", JSON.objectNode().put("code", NO_METHOD)
                        .put("message", "Muster does not offer " + method));
        send(McpConnection.DECLINED, response, Objects.requireNonNullElse(connection.version, ""));
        return false;
    }

    private void count(String text) throws StreamBroken {
        reply.event(text);
        characters += text.length();
        if (++events > bounds.events() || characters > bounds.bytes()) {
            throw new StreamBroken("the answer exceeded the limit of " + bounds.events() + " events or "
                    + (bounds.bytes() >> 20) + " MiB per answer");
        }
    }
}
