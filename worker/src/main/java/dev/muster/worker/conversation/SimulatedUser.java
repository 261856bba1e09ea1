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

/** A simulated user: asked for the next input, and once more when it gives none or repeats itself. */
final class SimulatedUser {

    private final HelperUse use;
    private final Conversations.Cast cast;
    private final ConversationRun talk;
    private final int maxTurns;
    private @Nullable String lastInput;

    SimulatedUser(HelperUse use, Conversations.Cast cast, ConversationRun talk, int maxTurns) {
        this.use = use;
        this.cast = cast;
        this.talk = talk;
        this.maxTurns = maxTurns;
    }

    /** The simulated user's next step. */
    sealed interface Next {

        /**
         * It has a message, which is empty only when its goal is achieved.
         *
         * @param answer a structured answer to what the agent waits for, as it is sent; null for words
         */
        record Says(String input, boolean goalAchieved, @Nullable String reasoning, @Nullable JsonNode answer)
                implements
                    Next {}

        /** It gave nothing usable. */
        record Fails(String error) implements Next {}

        /** The case timed out. */
        record OutOfTime(Duration limit) implements Next {}
    }

    /** Asks with the ids of reached and pending checkpoints; null for a conversation without any. */
    Next next(@Nullable List<String> reached, @Nullable List<String> pending) throws InterruptedException {
        var document = document();
        if (reached != null && pending != null) {
            document.set("checkpoints_reached", Json.MAPPER.valueToTree(reached));
            document.set("checkpoints_pending", Json.MAPPER.valueToTree(pending));
        }
        var first = look(cast.helpers().ask(use, document));
        var next = first instanceof Next.Fails ? look(cast.helpers().ask(use, document)) : first;
        if (next instanceof Next.Says says) {
            lastInput = says.answer() == null ? says.input() : null;
        }
        return next;
    }

    private ObjectNode document() {
        var document = HelperDocument.of("simulator", cast.testCase().identity().id(), cast.conversationId());
        document.set("conversation", TranscriptJson.conversation(talk.line.history()));
        var last = talk.lastReply();
        document.put("last_response", last == null ? "" : last.content().text());
        if (last != null && !last.interrupts().isEmpty()) {
            document.set("interrupts", Json.MAPPER.valueToTree(last.interrupts()));
        }
        int turn = talk.log.said() + 1;
        document.put("turn_number", turn).put("turn_count", turn);
        // the suite's opening is not one of the simulator's turns: turn never exceeds max_turns
        document.put("max_turns", Math.max(maxTurns, turn));
        var whole = talk.whole();
        document.set("tool_results", TranscriptJson.results(whole == null ? List.of() : whole.content().toolResults()));
        return document;
    }

    private Next look(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> new Next.Fails("simulator error: " + text);
            case HelperAnswer.OutOfTime(var limit, var _) -> new Next.OutOfTime(limit);
            case HelperAnswer.Answered(var text, var _, var _) -> usable(read(text));
        };
    }

    private Next usable(Next.@Nullable Says says) {
        if (says == null) {
            return new Next.Fails("simulator error: " + use.use().id()
                    + " has an 'answer' that is not { approve: true or false, reason: … } or { value: any JSON }");
        }
        if (says.answer() != null) {
            return says;
        }
        if (says.input().isBlank() && !says.goalAchieved()) {
            return new Next.Fails("simulator error: " + use.use().id() + " answered without an input");
        }
        if (!says.input().isBlank()
                && says.input().strip().equalsIgnoreCase(lastInput == null ? "" : lastInput.strip())) {
            return new Next.Fails("simulator error: " + use.use().id() + " repeats itself: \"" + says.input().strip()
                    + '"');
        }
        return says;
    }

    /** Text that is not a JSON object is the message itself. Returns null for an answer of another form. */
    private static Next.@Nullable Says read(String text) {
        var json = ReplyJson.in(text).filter(JsonNode::isObject).orElse(null);
        return json == null ? new Next.Says(text, false, null, null) : read(json);
    }

    private static Next.@Nullable Says read(JsonNode json) {
        boolean goal = json.path("goal_achieved").asBoolean(false);
        var reasoning = json.path("reasoning").asStringOpt().orElse(null);
        var answer = json.path("answer");
        if (answer.isMissingNode() || answer.isNull()) {
            var input = json.has("input") ? json.path("input") : json.path("message");
            return new Next.Says(input.asString(""), goal, reasoning, null);
        }
        if (answer.has("value") == answer.path("approve").isBoolean()) {
            return null;
        }
        var sent = Turn.sent(answer);
        return new Next.Says(sent.toString(), goal, reasoning, sent);
    }
}
