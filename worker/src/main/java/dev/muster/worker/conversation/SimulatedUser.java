package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A simulated user: asked for the next input, and once more when it gives none or repeats itself. */
final class SimulatedUser {

    private final HelperUse use;
    private final HelperSession line;
    private @Nullable String lastInput;

    SimulatedUser(HelperUse use, HelperSession line) {
        this.use = use;
        this.line = line;
    }

    /** The simulated user's next step. */
    sealed interface Next {

        /** It has a message, which is empty only when its goal is achieved. */
        record Says(String input, boolean goalAchieved, @Nullable String reasoning) implements Next {}

        /** It gave nothing usable. */
        record Fails(String error) implements Next {}

        /** The case timed out. */
        record OutOfTime(Duration limit) implements Next {}
    }

    Next next(ObjectNode document) throws InterruptedException {
        var first = look(line.ask(use, document));
        var next = first instanceof Next.Fails ? look(line.ask(use, document)) : first;
        if (next instanceof Next.Says(var input, var goal, var reasoning)) {
            lastInput = input;
        }
        return next;
    }

    private Next look(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> new Next.Fails("simulator error: " + text);
            case HelperAnswer.OutOfTime(var limit, var _) -> new Next.OutOfTime(limit);
            case HelperAnswer.Answered(var text) -> usable(read(text));
        };
    }

    private Next usable(Next.Says says) {
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

    /** Text that is not a JSON object is the message itself. */
    private static Next.Says read(String text) {
        Optional<JsonNode> json = ReplyJson.in(text).filter(JsonNode::isObject);
        return json.map(SimulatedUser::read).orElseGet(() -> new Next.Says(text, false, null));
    }

    private static Next.Says read(JsonNode json) {
        var input = json.has("input") ? json.path("input") : json.path("message");
        return new Next.Says(input.asString(""), json.path("goal_achieved").asBoolean(false),
                json.path("reasoning").asStringOpt().orElse(null));
    }
}
