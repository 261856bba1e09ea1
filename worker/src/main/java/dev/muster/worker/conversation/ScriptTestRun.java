package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A case that is a script function: it calls agents and asserts by itself; its assertions are the result. */
final class ScriptTestRun {

    private final ConversationContext context;

    ScriptTestRun(ConversationContext context) {
        this.context = context;
    }

    Ending play(ScriptTest test) throws InterruptedException {
        var questions = new TestQuestions(context);
        var broken = CaseEnd.PASSED;
        try {
            context.helpers().test(test, document(), questions);
        } catch (ScriptFailed e) {
            broken = broken(e, questions.log().failure());
        }
        return questions.log().ending(broken);
    }

    private ObjectNode document() {
        var document = Json.MAPPER.createObjectNode().put("test_id", context.testCase().identity().id())
                .put("session_id", context.conversationId());
        context.testCase().options().metadata().forEach(document.putObject("metadata")::set);
        return document;
    }

    /** Reports the agent's failure when that is why the script broke. */
    private CaseEnd broken(ScriptFailed how, @Nullable AgentFailure failure) {
        if (failure != null) {
            return CaseEnd.of(failure);
        }
        return CaseEnd.of(how.isLate()
                ? Verdict.error(Cause.TIMEOUT, "timeout after " + Durations.text(context.time().deadline().limit())
                        + " while the script ran: " + how.sentence())
                : Verdict.error(Cause.SCRIPT_ERROR, "script error: " + how.sentence()));
    }
}
