package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.time.Durations;
import dev.muster.worker.conversation.Conversations.Cast;
import tools.jackson.databind.node.ObjectNode;

/** A case that is a script function: it calls agents and asserts by itself; its assertions are the result. */
record ScriptTestRun(Cast cast, TestNotes notes) {

    Ending hold(ScriptTest test) throws InterruptedException {
        var questions = new TestQuestions(cast.helpers(), cast.testCase().identity().id(), cast.conversationId(),
                notes);
        try {
            cast.helpers().test(test, context(), questions);
            return ending(notes.ends());
        } catch (ScriptFailed e) {
            return ending(notes.ends().and(broken(e)));
        }
    }

    private ObjectNode context() {
        var context = Json.MAPPER.createObjectNode().put("test_id", cast.testCase().identity().id()).put("session_id",
                cast.conversationId());
        cast.options().options().metadata().forEach(context.putObject("metadata")::set);
        return context;
    }

    /** Reports the agent's failure when that is why the script broke. */
    private CaseEnd broken(ScriptFailed how) {
        if (notes.failure() != null) {
            return CaseEnd.of(notes.failure());
        }
        return CaseEnd.of(how.isLate()
                ? Verdict.error(Cause.TIMEOUT, "timeout after " + Durations.text(cast.time().deadline().limit())
                        + " while the script ran: " + how.sentence())
                : Verdict.error(Cause.SCRIPT_ERROR, "script error: " + how.sentence()));
    }

    private Ending ending(CaseEnd end) {
        return new Ending(end, notes.reply(), notes.results(), notes.messages(), null, null, notes.sent(),
                List.of());
    }
}
