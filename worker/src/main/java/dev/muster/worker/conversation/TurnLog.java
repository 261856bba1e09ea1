package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnAnswer;
import dev.muster.common.result.TurnEffort;
import dev.muster.common.result.TurnOutcome;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.Verdict;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** Records the turns of a conversation, including those that did not run. */
final class TurnLog {

    private final List<TurnResult> turns = new ArrayList<>();
    private int sent;

    List<TurnResult> turns() {
        return List.copyOf(turns);
    }

    /** Returns the number of messages sent to the target. */
    int sent() {
        return sent;
    }

    int next() {
        return turns.size() + 1;
    }

    /** The target answered, and the turn was judged. */
    void answered(TurnPlan plan, TurnReply how, AgentReply reply, @Nullable Awaiting awaiting, Verdict verdict,
            AssertionOutcome judgement) {
        sent++;
        var content = reply.content();
        turns.add(new TurnResult(plan.utterance(next(), how.runId()),
                new TurnAnswer(content.text(), content.several(), content.toolCalls(), content.toolResults(),
                        content.custom(),
                        awaiting == null ? null : awaiting.found(), awaiting == null ? null : awaiting.hint(),
                        reply.finish()),
                new TurnOutcome(verdict.status(), verdict.error(), null), judgement.results(), judgement.score(),
                effort(how), judgement.evidence(reply)));
    }

    /** The target failed to answer as it should. */
    void failed(TurnPlan plan, TurnReply how, Verdict verdict, AssertionOutcome judgement) {
        sent++;
        turns.add(new TurnResult(plan.utterance(next(), how.runId()), TurnAnswer.NONE,
                new TurnOutcome(verdict.status(), verdict.error(), null), judgement.results(), null, effort(how),
                null));
    }

    private static TurnEffort effort(TurnReply how) {
        return new TurnEffort(how.used(), how.durationMs(), how.times());
    }

    /** The turn was not sent. */
    void notRun(TurnPlan plan, @Nullable String question, String reason) {
        var notSent = new TurnPlan(plan.name(), plan.input(), plan.source(), null, false).utterance(next(), null);
        turns.add(new TurnResult(notSent,
                new TurnAnswer(null, List.of(), List.of(), List.of(), List.of(), null, question, null),
                new TurnOutcome(Status.SKIPPED, null, reason), List.of(), null, TurnEffort.NONE, null));
    }
}
