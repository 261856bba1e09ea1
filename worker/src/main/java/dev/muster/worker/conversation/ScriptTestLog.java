package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Message;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** Records what a script test did so far. */
final class ScriptTestLog {

    private final List<AssertionResult> results = new ArrayList<>();
    private @Nullable String skipped;
    private @Nullable Verdict trouble;
    private @Nullable AgentFailure failure;
    private @Nullable AgentReply reply;
    private int messages;
    /** What the last call sent. */
    private List<Message> sent = List.of();

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
            case AgentReply answered -> reply = answered;
            case AgentFailure why -> failure = why;
        }
    }

    /** Returns the failure of the last agent that failed; null for none. */
    @Nullable
    AgentFailure failure() {
        return failure;
    }

    /**
     * Folds its assertions, the judges' verdicts and how the script broke; skipping itself counts only if all else is
     * well. A test that did nothing has not passed.
     */
    Ending ending(CaseEnd broken) {
        var skip = skipped == null ? CaseEnd.PASSED : CaseEnd.skipped(Cause.SKIPPED, skipped, false);
        var end = CaseEnd.of(new AssertionOutcome(results, trouble)).and(skip).and(broken);
        boolean silent = end.passed() && messages == 0;
        var last = silent && results.isEmpty()
                ? CaseEnd.failed(Cause.MISSING_INPUT, "the agent was never called, and nothing was asserted") : end;
        return new Ending(last, reply, List.copyOf(results), messages, null, null, sent,
                silent && last.passed() ? List.of(CaseResult.NOT_CHECKED + "the test called no agent") : List.of());
    }
}
