package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.TurnResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether an agent waits for its user: what it declares, else a tool that asks, else how its text reads (multi-turn
 * seed, "Detection Strategies").
 *
 * @param found what told
 * @param text what the agent said to a person
 * @param hint what it asks for; null when it did not say
 */
record Awaiting(TurnResult.Awaiting found, String text, @Nullable String hint) {

    /** The answer was cut off, or the agent is about to go on by itself. */
    private static final Set<String> UNFINISHED = Set.of("tool_calls", "length");

    static Awaiting in(AgentReply reply, AwaitingDetector signs) {
        if (!reply.interrupts().isEmpty()) {
            return new Awaiting(TurnResult.Awaiting.AGENT_DECLARED, reply.content().text(), hint(reply.interrupts()));
        }
        return declaration(reply.content().text()).map(Awaiting::declared).orElseGet(
                () -> new Awaiting(undeclared(reply, signs), reply.content().text(),
                        signs.tools().question(reply.content().toolCalls())));
    }

    /** What a person hears of a reply's text. */
    static String spoken(String text) {
        return declaration(text).map(json -> declared(json).text()).orElse(text);
    }

    private static Optional<JsonNode> declaration(String text) {
        return ReplyJson.in(text).filter(json -> json.path("awaiting_input").isBoolean());
    }

    /** As assertions and people see a reply that declares itself: its content is the text, the rest stays to be found. */
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

    /** What the agent asked: what it asks for where it says so, else its words. */
    String asked() {
        return hint == null ? text.strip() : hint;
    }

    boolean waits() {
        return found.waits();
    }

    private static Awaiting declared(JsonNode json) {
        return new Awaiting(
                json.path("awaiting_input").booleanValue() ? TurnResult.Awaiting.AGENT_DECLARED
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
