package dev.muster.worker.talk;

import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.time.Durations;
import dev.muster.worker.talk.Conversations.Cast;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A case that is a function of a script: it calls agents and asserts itself; what it asserted is the result. */
final class ScriptTestTalk {

    private final Cast cast;
    private final TestNotes notes = new TestNotes();

    ScriptTestTalk(Cast cast) {
        this.cast = cast;
    }

    Ending hold(ScriptTest test) throws InterruptedException {
        var questions = new TestQuestions(cast.helpers(), cast.testCase().id(), cast.conversationId(), notes);
        try {
            cast.helpers().test(test, context(), questions);
            return ending(stop(null));
        } catch (ScriptFailed e) {
            return ending(stop(e));
        }
    }

    private ObjectNode context() {
        var context = Json.MAPPER.createObjectNode().put("test_id", cast.testCase().id()).put("session_id",
                cast.conversationId());
        cast.options().options().metadata().forEach(context.putObject("metadata")::set);
        return context;
    }

    /** What failed beats what broke; an agent that failed is why the script broke. */
    private @Nullable Stop stop(@Nullable ScriptFailed broken) {
        var skip = notes.skipped();
        if (notes.failed()) {
            return Stop.failed(Cause.ASSERTION, null);
        }
        if (notes.trouble() != null) {
            return Stop.of(TurnEnd.error(notes.trouble()));
        }
        if (broken != null && notes.failure() != null) {
            return Stop.of(TurnEnd.of(notes.failure()));
        }
        if (broken != null) {
            return broken.isLate() ? Stop.failed(Cause.TIMEOUT, "timeout after "
                    + Durations.text(cast.deadline().limit()) + " while the script ran: "
                    + broken.sentence())
                    : Stop.of(TurnEnd.error(new Trouble(Cause.SCRIPT_ERROR, "script error: " + broken.sentence())));
        }
        return skip == null ? null : new Stop(Status.SKIPPED, Cause.SKIPPED, null, skip, false);
    }

    private Ending ending(@Nullable Stop stop) {
        return stop == null
                ? new Ending(Status.PASSED, Cause.NONE, null, null, false, notes.reply(), notes.results(),
                        notes.messages(), null, null)
                : new Ending(stop.status(), stop.cause(), stop.error(), stop.skipReason(), stop.again(), notes.reply(),
                        notes.results(), notes.messages(), null, null);
    }
}
