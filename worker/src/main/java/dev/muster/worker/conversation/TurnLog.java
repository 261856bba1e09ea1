package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.common.result.TurnResult.Outcome;
import dev.muster.common.result.Verdict;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.conversation.AgentSession.CallResult;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** Records the turns of a conversation, including those that did not run. */
final class TurnLog {

    private final List<TurnResult> turns = new ArrayList<>();
    private int said;

    /** What is known of a turn before it is sent; the reasoning is the simulator's. */
    record Plan(@Nullable String name, @Nullable String input, InputSource source, @Nullable String reasoning,
            boolean goalAchieved) {

        static Plan of(@Nullable String name, String input, InputSource source) {
            return new Plan(name, input, source, null, false);
        }

        TurnResult.Utterance said(int turn, @Nullable String runId) {
            return new TurnResult.Utterance(turn, name, runId, input, source, reasoning, goalAchieved);
        }
    }

    List<TurnResult> turns() {
        return List.copyOf(turns);
    }

    /** Returns the number of messages sent to the target. */
    int said() {
        return said;
    }

    int next() {
        return turns.size() + 1;
    }

    /** The target answered, and the turn was judged. */
    void answered(Plan plan, CallResult how, AgentReply reply, @Nullable Awaiting awaiting, Verdict verdict,
            AssertionOutcome judgement) {
        said++;
        var content = reply.content();
        turns.add(new TurnResult(plan.said(next(), how.runId()),
                new TurnResult.Answer(content.text(), content.several(), content.toolCalls(), content.toolResults(),
                        content.custom(),
                        awaiting == null ? null : awaiting.found(), awaiting == null ? null : awaiting.hint(),
                        reply.finish()),
                new Outcome(verdict.status(), verdict.error(), null), judgement.results(), judgement.score(),
                effort(how), judgement.evidence(reply)));
    }

    /** The target failed to answer as it should. */
    void failed(Plan plan, CallResult how, Verdict verdict, AssertionOutcome judgement) {
        said++;
        turns.add(new TurnResult(plan.said(next(), how.runId()), TurnResult.Answer.NONE,
                new Outcome(verdict.status(), verdict.error(), null), judgement.results(), null, effort(how), null));
    }

    private static TurnResult.Effort effort(CallResult how) {
        return new TurnResult.Effort(how.used(), how.durationMs(), how.times());
    }

    /** The turn was not sent. */
    void notRun(Plan plan, @Nullable String question, String reason) {
        var unsaid = new Plan(plan.name(), plan.input(), plan.source(), null, false).said(next(), null);
        turns.add(new TurnResult(unsaid,
                new TurnResult.Answer(null, List.of(), List.of(), List.of(), List.of(), null, question, null),
                new Outcome(Status.SKIPPED, null, reason), List.of(), null, TurnResult.Effort.NONE, null));
    }
}
