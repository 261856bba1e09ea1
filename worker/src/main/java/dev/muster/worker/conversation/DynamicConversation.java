package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.TemplateException;

/** Asks a simulated user until all required checkpoints are reached (formats, "Modes and their stop rules", 4). */
final class DynamicConversation {

    private final ConversationRun conversation;
    private final WrittenTurns written;
    private final SimulatedUser simulated;
    private final Checkpoints checkpoints;
    private final int maxTurns;

    DynamicConversation(ConversationRun conversation, WrittenTurns written, SimulatedUser simulated,
            Checkpoints checkpoints, int maxTurns) {
        this.conversation = conversation;
        this.written = written;
        this.simulated = simulated;
        this.checkpoints = checkpoints;
        this.maxTurns = maxTurns;
    }

    /** Whether all required checkpoints were reached; if so, the final assertions are evaluated. */
    boolean play() throws InterruptedException {
        boolean complete = sendAll();
        written.leave(complete ? "not run: all checkpoints were reached before"
                : "not run: the conversation stopped at turn " + conversation.log.sent());
        return complete;
    }

    private boolean sendAll() throws InterruptedException {
        while (!checkpoints.complete()) {
            if (conversation.log.sent() >= maxTurns) {
                return conversation.stop(CaseEnd.failed(Cause.MAX_TURNS,
                        "max turns (" + maxTurns + ") exceeded; " + checkpoints.sentence()));
            }
            if (!sendNext()) {
                return false;
            }
        }
        return true;
    }

    private boolean sendNext() throws InterruptedException {
        if (!written.isOver()) {
            var end = written.sendNext();
            return end == null || afterTurn(written.goesOn(end));
        }
        return switch (simulated.next(checkpoints.reached(), checkpoints.pending())) {
            case SimulatedTurn.Fails(var error) ->
                conversation.stop(new CaseEnd(Verdict.failed(Cause.SIMULATOR_ERROR, error), true));
            case SimulatedTurn.OutOfTime _ -> conversation.stop(conversation.outOfTime());
            case SimulatedTurn.Message message -> send(message);
        };
    }

    private boolean send(SimulatedTurn.Message message) throws InterruptedException {
        boolean goesOn = message.input().isBlank()
                || afterTurn(conversation.send(message.plan(), message.answer()).passed());
        if (goesOn && message.goalAchieved() && !checkpoints.complete()) {
            return conversation.stop(CaseEnd.failed(Cause.GOAL_WITHOUT_CHECKPOINTS, checkpoints.sentence()));
        }
        return goesOn;
    }

    private boolean afterTurn(boolean goesOn) throws InterruptedException {
        var answer = conversation.answer();
        if (!goesOn || answer == null) {
            return goesOn;
        }
        try {
            var trouble = checkpoints.look(answer, conversation.log.next() - 1);
            return trouble == null || conversation.stop(CaseEnd.of(trouble));
        } catch (TemplateException e) {
            return conversation.stop(CaseEnd.of(e));
        }
    }
}
