package dev.muster.worker.conversation;

import module java.base;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.model.Message;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A case that is a script function: it calls agents and asserts by itself; its assertions are the result. */
record ScriptTestRun(Conversations.Cast cast, TestNotes notes) {

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

    /** Records what a script test did so far. */
    static final class TestNotes {

        private final List<AssertionResult> results = new ArrayList<>();
        private @Nullable String skipped;
        private @Nullable Verdict trouble;
        private @Nullable AgentFailure failure;
        private @Nullable AgentReply reply;
        private int messages;
        private List<Message> sent = List.of();

        /** A retried test starts over: the first try is forgotten. */
        void begin() {
            results.clear();
            skipped = null;
            trouble = null;
            failure = null;
            reply = null;
            messages = 0;
            sent = List.of();
        }

        boolean add(AssertionResult result) {
            results.add(result);
            return result.passed();
        }

        /** Records a judge without a verdict; the first one counts. */
        void trouble(Verdict broken, List<AssertionResult> without) {
            results.addAll(without);
            trouble = trouble == null ? broken : trouble;
        }

        void skip(String reason) {
            skipped = reason.isEmpty() ? "the test skips itself" : reason;
        }

        /** Records a call of an agent, whatever came of it. */
        void called(List<Message> with, AgentOutcome outcome) {
            messages += with.size();
            sent = with;
            switch (outcome) {
                case AgentReply said -> reply = said;
                case AgentFailure why -> failure = why;
            }
        }

        /** Folds its assertions and the judges' verdicts; skipping itself counts only if all else is well. */
        CaseEnd ends() {
            var skip = skipped == null ? CaseEnd.PASSED : CaseEnd.skipped(Cause.SKIPPED, skipped, false);
            return CaseEnd.of(new AssertionOutcome(results, trouble)).and(skip);
        }

        List<AssertionResult> results() {
            return List.copyOf(results);
        }

        @Nullable
        AgentFailure failure() {
            return failure;
        }

        @Nullable
        AgentReply reply() {
            return reply;
        }

        int messages() {
            return messages;
        }

        /** Returns what the last call sent. */
        List<Message> sent() {
            return sent;
        }
    }
}
