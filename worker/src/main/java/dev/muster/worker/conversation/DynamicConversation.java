package dev.muster.worker.conversation;

import dev.muster.common.result.Cause;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.UndefinedName;
import dev.muster.worker.conversation.SimulatedUser.Next;
import dev.muster.worker.conversation.TurnLog.Plan;

/** Asks a simulated user until all required checkpoints are reached (formats, "Modes and their stop rules", 4). */
final class DynamicConversation {

    private final ConversationRun talk;
    private final CaseOptions options;
    private final WrittenTurns written;
    private final SimulatedUser simulated;
    private final Checkpoints checkpoints;
    private final int maxTurns;
    private boolean goalAchieved;

    DynamicConversation(ConversationRun talk, CaseOptions options, WrittenTurns written, SimulatedUser simulated,
            Checkpoints checkpoints, int maxTurns) {
        this.talk = talk;
        this.options = options;
        this.written = written;
        this.simulated = simulated;
        this.checkpoints = checkpoints;
        this.maxTurns = maxTurns;
    }

    /** Whether all required checkpoints were reached; if so, the final assertions are evaluated. */
    boolean hold() throws InterruptedException {
        boolean complete = sayAll();
        written.leave(complete ? "not run: all checkpoints were reached before"
                : "not run: the conversation stopped at turn " + talk.log().said());
        return complete;
    }

    private boolean sayAll() throws InterruptedException {
        while (!checkpoints.complete()) {
            if (goalAchieved) {
                return stop(CaseEnd.failed(Cause.GOAL_WITHOUT_CHECKPOINTS, checkpoints.sentence()));
            }
            if (talk.log().said() >= maxTurns) {
                return stop(CaseEnd.failed(Cause.MAX_TURNS,
                        "max turns (" + maxTurns + ") exceeded; " + checkpoints.sentence()));
            }
            if (!sayNext()) {
                return false;
            }
        }
        return true;
    }

    /** Always returns false: the conversation stops. */
    private boolean stop(CaseEnd end) {
        talk.ended(end);
        return false;
    }

    private boolean sayNext() throws InterruptedException {
        if (!written.isOver()) {
            var end = written.sayNext();
            return end == null || afterTurn(written.goesOn(end));
        }
        return switch (simulated.next(checkpoints.reached(), checkpoints.pending())) {
            case Next.Fails(var error) -> stop(new CaseEnd(Verdict.failed(Cause.SIMULATOR_ERROR, error), true));
            case Next.OutOfTime _ -> stop(talk.outOfTime());
            case Next.Says says -> said(says);
        };
    }

    private boolean said(Next.Says says) throws InterruptedException {
        goalAchieved = says.goalAchieved();
        if (says.input().isBlank()) {
            return true;
        }
        var plan = new Plan(null, says.input(), InputSource.SIMULATED, says.reasoning(), says.goalAchieved());
        return afterTurn(talk.say(plan, options.input(says.input(), says.answer())).passed());
    }

    private boolean afterTurn(boolean goesOn) throws InterruptedException {
        var answer = talk.answer();
        if (!goesOn || answer == null) {
            return goesOn;
        }
        try {
            var trouble = checkpoints.look(answer, talk.log().next() - 1);
            return trouble == null || stop(CaseEnd.of(trouble));
        } catch (UndefinedName e) {
            return stop(CaseEnd.of(e));
        }
    }
}
