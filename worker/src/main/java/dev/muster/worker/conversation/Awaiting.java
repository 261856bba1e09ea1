package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether an agent waits for its user: by what it declares, else by a tool that asks, else by its text (multi-turn
 * seed, "Detection Strategies").
 *
 * @param text the agent's text for a human user
 * @param hint what it asks for; null when not declared
 */
record Awaiting(TurnResult.Awaiting found, String text, @Nullable String hint) {

    /** The answer was cut off, or the agent is about to continue by itself. */
    private static final Set<String> UNFINISHED = Set.of("tool_calls", "length");

    static Awaiting in(AgentReply reply, AwaitingDetector signs) {
        if (!reply.interrupts().isEmpty()) {
            return new Awaiting(TurnResult.Awaiting.AGENT_DECLARED, reply.content().text(), hint(reply.interrupts()));
        }
        return declaration(reply.content().text()).map(Awaiting::declared).orElseGet(
                () -> new Awaiting(undeclared(reply, signs), reply.content().text(),
                        signs.tools().question(reply.content().toolCalls())));
    }

    /** Returns the part of a reply's text that is meant for a human user. */
    static String spoken(String text) {
        return declaration(text).map(json -> declared(json).text()).orElse(text);
    }

    private static Optional<JsonNode> declaration(String text) {
        return ReplyJson.in(text).filter(json -> json.path("awaiting_input").isBoolean());
    }

    /** Unwraps a reply that declares itself: its content becomes the text, the rest stays available to assertions. */
    AgentReply unwrapped(AgentReply reply) {
        if (text.equals(reply.content().text())) {
            return reply;
        }
        var custom = new ArrayList<>(reply.content().custom());
        ReplyJson.in(reply.content().text())
                .ifPresent(json -> custom.add(Json.MAPPER.createObjectNode().put("name", "reply")
                        .set("value", json)));
        var said = reply.content();
        return reply.with(new Content(text, said.toolCalls(), said.toolResults(), said.state(), custom, said.refusal(),
                said.texts()));
    }

    /** Returns the agent's question: the declared one, else its text. */
    String asked() {
        return hint == null ? text.strip() : hint;
    }

    boolean waits() {
        return found.waits();
    }

    private static Awaiting declared(JsonNode json) {
        return new Awaiting(json.path("awaiting_input").booleanValue() ? TurnResult.Awaiting.AGENT_DECLARED
                : TurnResult.Awaiting.COMPLETED,
                json.path("content").asString(""), json.path("input_hint").asStringOpt().orElse(null));
    }

    private static TurnResult.Awaiting undeclared(AgentReply reply, AwaitingDetector signs) {
        if (reply.awaiting() || reply.content().toolCalls().stream().anyMatch(call -> signs.tools().has(call.name()))) {
            return TurnResult.Awaiting.TOOL_REQUIRES_CONFIRMATION;
        }
        if (UNFINISHED.contains(reply.finish())) {
            return TurnResult.Awaiting.COMPLETED;
        }
        return signs.asks(reply) ? TurnResult.Awaiting.CONTENT_IS_QUESTION : TurnResult.Awaiting.COMPLETED;
    }

    private static @Nullable String hint(List<Interrupt> interrupts) {
        return interrupts.stream().map(Interrupt::message).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
