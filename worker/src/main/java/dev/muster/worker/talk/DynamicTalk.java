package dev.muster.worker.talk;

import dev.muster.common.model.Turn.Expected;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.worker.talk.SimulatedUser.Next;
import dev.muster.worker.talk.TurnLog.Plan;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A simulated user until all required checkpoints are reached (formats, "Modes and their stop rules", 4). */
final class DynamicTalk {

    private final Talk talk;
    private final WrittenTurns written;
    private final NextInput simulated;
    private final Checkpoints checkpoints;
    private final int maxTurns;
    private boolean goalAchieved;

    DynamicTalk(Talk talk, WrittenTurns written, NextInput simulated, Checkpoints checkpoints, int maxTurns) {
        this.talk = talk;
        this.written = written;
        this.simulated = simulated;
        this.checkpoints = checkpoints;
        this.maxTurns = maxTurns;
    }

    /** Null when all that is required was reached: the final assertions decide. */
    @Nullable
    Stop hold() throws InterruptedException {
        while (!checkpoints.complete()) {
            if (goalAchieved) {
                return Stop.failed(Cause.GOAL_WITHOUT_CHECKPOINTS, checkpoints.sentence());
            }
            if (talk.log().said() >= maxTurns) {
                return Stop.failed(Cause.MAX_TURNS,
                        "max turns (" + maxTurns + ") exceeded; " + checkpoints.sentence());
            }
            var stopped = sayNext();
            if (stopped != null) {
                return stopped;
            }
        }
        written.leave("not run: all checkpoints were reached before");
        return null;
    }

    private @Nullable Stop sayNext() throws InterruptedException {
        if (!written.isOver()) {
            var end = written.sayNext();
            return end == null ? null : afterTurn(end, written.goesOn(end));
        }
        return switch (simulated.next(checkpoints.reached(), checkpoints.pending())) {
            case Next.Fails(var error) -> new Stop(Status.FAILED, Cause.SIMULATOR_ERROR,
                    error, null, true);
            case Next.OutOfTime out -> Stop.of(talk.outOfTime());
            case Next.Says says -> said(says);
        };
    }

    private @Nullable Stop said(Next.Says says) throws InterruptedException {
        goalAchieved = says.goalAchieved();
        if (says.input().isBlank()) {
            return null;
        }
        var plan = new Plan(null, says.input(), InputSource.SIMULATED, says.reasoning(), says.goalAchieved());
        return afterTurn(talk.say(plan, simulated.input(says.input()), List.of(), Expected.SUCCESS), false);
    }

    private @Nullable Stop afterTurn(TurnEnd end, boolean goesOn) throws InterruptedException {
        if (!end.passed() && !goesOn) {
            return Stop.of(end);
        }
        var trouble = end.reply() == null ? null : checkpoints.look(end.reply(), talk.log().next() - 1);
        return Optional.ofNullable(trouble).map(each -> Stop.of(TurnEnd.error(each))).orElse(null);
    }
}
