package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.target.HelperDocument;
import dev.muster.worker.judging.HelperAnswer;
import dev.muster.worker.judging.TranscriptJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A simulated user: gives the next input, and is called once more when it gives none or repeats itself. */
final class SimulatedUser {

    private final HelperUse use;
    private final ConversationContext context;
    private final ConversationRun conversation;
    private final int maxTurns;
    private @Nullable String lastInput;

    SimulatedUser(HelperUse use, ConversationContext context, ConversationRun conversation, int maxTurns) {
        this.use = use;
        this.context = context;
        this.conversation = conversation;
        this.maxTurns = maxTurns;
    }

    /** Asks with the ids of reached and pending checkpoints; null for a conversation without any. */
    SimulatedTurn next(@Nullable List<String> reached, @Nullable List<String> pending) throws InterruptedException {
        var document = document();
        if (reached != null && pending != null) {
            document.set("checkpoints_reached", Json.MAPPER.valueToTree(reached));
            document.set("checkpoints_pending", Json.MAPPER.valueToTree(pending));
        }
        var first = look(context.helpers().ask(use, document));
        var next = first instanceof SimulatedTurn.Fails ? look(context.helpers().ask(use, document)) : first;
        if (next instanceof SimulatedTurn.Message message) {
            lastInput = message.answer() == null ? message.input() : null;
        }
        return next;
    }

    private ObjectNode document() {
        var document = HelperDocument.of("simulator", context.testCase().identity().id(), context.conversationId());
        document.set("conversation", TranscriptJson.conversation(conversation.session.history()));
        var last = conversation.lastReply();
        document.put("last_response", last == null ? "" : last.content().text());
        if (last != null && !last.interrupts().isEmpty()) {
            document.set("interrupts", Json.MAPPER.valueToTree(last.interrupts()));
        }
        int turn = conversation.log.sent() + 1;
        document.put("turn_number", turn).put("turn_count", turn);
        // the suite's opening is not one of the simulator's turns: turn never exceeds max_turns
        document.put("max_turns", Math.max(maxTurns, turn));
        var whole = conversation.whole();
        document.set("tool_results", TranscriptJson.results(whole == null ? List.of() : whole.content().toolResults()));
        return document;
    }

    private SimulatedTurn look(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> new SimulatedTurn.Fails("simulator error: " + text);
            case HelperAnswer.OutOfTime _ -> new SimulatedTurn.OutOfTime();
            case HelperAnswer.Answered(var text, var _, var _) -> usable(read(text));
        };
    }

    private SimulatedTurn usable(SimulatedTurn.@Nullable Message message) {
        if (message == null) {
            return new SimulatedTurn.Fails("simulator error: " + use.use().id()
                    + " has an 'answer' that is not { approve: true or false, reason: … } or { value: any JSON }");
        }
        if (message.answer() != null) {
            return message;
        }
        if (message.input().isBlank() && !message.goalAchieved()) {
            return new SimulatedTurn.Fails("simulator error: " + use.use().id() + " answered without an input");
        }
        if (!message.input().isBlank()
                && message.input().strip().equalsIgnoreCase(lastInput == null ? "" : lastInput.strip())) {
            return new SimulatedTurn.Fails(
                    "simulator error: " + use.use().id() + " repeats itself: \"" + message.input().strip()
                            + '"');
        }
        return message;
    }

    /** Text that is not a JSON object is the message itself. Returns null for an answer of another form. */
    private static SimulatedTurn.@Nullable Message read(String text) {
        var json = ReplyJson.in(text).filter(JsonNode::isObject).orElse(null);
        return json == null ? new SimulatedTurn.Message(text, false, null, null) : read(json);
    }

    private static SimulatedTurn.@Nullable Message read(JsonNode json) {
        boolean goal = json.path("goal_achieved").asBoolean(false);
        var reasoning = json.path("reasoning").asStringOpt().orElse(null);
        var answer = json.path("answer");
        if (answer.isMissingNode() || answer.isNull()) {
            var input = json.has("input") ? json.path("input") : json.path("message");
            return new SimulatedTurn.Message(input.asString(""), goal, reasoning, null);
        }
        if (answer.has("value") == answer.path("approve").isBoolean()) {
            return null;
        }
        var sent = Turn.sent(answer);
        return new SimulatedTurn.Message(sent.toString(), goal, reasoning, sent);
    }
}
