package dev.muster.worker.call;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.AwaitingState;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether an agent waits for its user: by what it declares, else by a tool that asks, else by its text (multi-turn
 * seed, "Detection Strategies").
 *
 * @param text the agent's text for a human user
 * @param hint what it asks for; null when not declared
 */
public record Awaiting(AwaitingState found, String text, @Nullable String hint) {

    /** The answer was cut off, or the agent is about to continue by itself. */
    private static final Set<String> UNFINISHED = Set.of("tool_calls", "length");

    public static Awaiting in(AgentReply reply, AwaitingDetector detector) {
        if (!reply.interrupts().isEmpty()) {
            return new Awaiting(AwaitingState.AGENT_DECLARED, reply.content().text(), hint(reply.interrupts()));
        }
        return declaration(reply.content().text()).map(json -> declared(json, reply.content().text())).orElseGet(
                () -> new Awaiting(undeclared(reply, detector), reply.content().text(),
                        detector.tools.question(reply.content().toolCalls())));
    }

    /** Returns the part of a reply's text that is meant for a human user. */
    public static String spoken(String text) {
        return declaration(text).map(json -> declared(json, text).text()).orElse(text);
    }

    private static Optional<JsonNode> declaration(String text) {
        return ReplyJson.in(text).filter(json -> json.path("awaiting_input").isBoolean());
    }

    /** Unwraps a reply that declares itself: its content becomes the text, the rest stays available to assertions. */
    public AgentReply unwrapped(AgentReply reply) {
        if (text.equals(reply.content().text())) {
            return reply;
        }
        var custom = new ArrayList<>(reply.content().custom());
        ReplyJson.in(reply.content().text())
                .ifPresent(json -> custom.add(Json.MAPPER.createObjectNode().put("name", "reply")
                        .set("value", json)));
        var content = reply.content();
        var texts = new ArrayList<>(content.texts().subList(0, Math.max(0, content.texts().size() - 1)));
        texts.add(text);
        return reply.with(new Content(text, content.toolCalls(), content.toolResults(), content.state(), custom,
                content.refusal(),
                List.copyOf(texts)));
    }

    /** Returns the agent's question: the declared one, else its text. */
    public String question() {
        return hint == null ? text.strip() : hint;
    }

    public boolean waits() {
        return found.waits();
    }

    /** A declaration without {@code content} is left as it is: its other members are what the agent says. */
    private static Awaiting declared(JsonNode json, String whole) {
        return new Awaiting(json.path("awaiting_input").booleanValue() ? AwaitingState.AGENT_DECLARED
                : AwaitingState.COMPLETED,
                json.path("content").stringValue(whole), json.path("input_hint").asStringOpt().orElse(null));
    }

    private static AwaitingState undeclared(AgentReply reply, AwaitingDetector detector) {
        if (reply.awaiting() && reply.content().toolCalls().isEmpty()) {
            return AwaitingState.AGENT_DECLARED;
        }
        if (reply.awaiting()
                || reply.content().toolCalls().stream().anyMatch(call -> detector.tools.has(call.name()))) {
            return AwaitingState.TOOL_REQUIRES_CONFIRMATION;
        }
        if (UNFINISHED.contains(reply.finish())) {
            return AwaitingState.COMPLETED;
        }
        return detector.asks(reply) ? AwaitingState.CONTENT_IS_QUESTION : AwaitingState.COMPLETED;
    }

    private static @Nullable String hint(List<Interrupt> interrupts) {
        return interrupts.stream().map(Interrupt::message).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
