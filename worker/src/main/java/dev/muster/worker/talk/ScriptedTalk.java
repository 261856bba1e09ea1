package dev.muster.worker.talk;

import dev.muster.common.model.Conversation;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn.Expected;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.worker.talk.SimulatedUser.Next;
import dev.muster.worker.talk.TurnLog.Plan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Written turns, then whoever answers for the user while the agent waits (formats, "Modes and their stop rules", 2 and
 * 3).
 */
final class ScriptedTalk {

    private static final String NO_NEXT = "Agent awaiting input, no next turn defined";
    /** How a person mends it. */
    private static final String HINT = "Add more turns, use --interactive, or configure simulator";

    private final Talk talk;
    private final WrittenTurns written;
    private final Then then;
    private final @Nullable NextInput simulated;
    private final Floor floor;
    private @Nullable Stop worst;

    ScriptedTalk(Talk talk, Conversation.Scripted scripted, WrittenTurns written, @Nullable NextInput simulated,
            Floor floor) {
        this.talk = talk;
        this.written = written;
        this.then = scripted.then();
        this.simulated = simulated;
        this.floor = floor;
    }

    /**
     * Null when the conversation came to its end and nothing spoke against it: the final assertions decide. After a
     * failed turn that lets it go on they are evaluated, and after one that ends it they are not, be it the last one.
     */
    @Nullable
    Stop hold() throws InterruptedException {
        var stopped = sayWritten();
        if (stopped != null) {
            written.leave("not run: the conversation stopped at turn " + talk.log().said());
            return stopped;
        }
        var ended = switch (then) {
            case Then.End end -> null;
            case Then.Ask ask -> goOn(ask);
        };
        return ended == null ? worst : ended;
    }

    private @Nullable Stop sayWritten() throws InterruptedException {
        while (!written.isOver()) {
            if (talk.log().said() >= WrittenTurns.MOST_SAID) {
                return Stop.failed(Cause.MAX_TURNS, "max turns (" + WrittenTurns.MOST_SAID
                        + ") exceeded: a 'goto' leads back again and again; no case says more written turns than that");
            }
            var end = written.sayNext();
            if (end != null && !end.passed()) {
                var stop = Stop.of(end);
                worst = worst == null ? stop.goingOn() : worst;
                if (!written.goesOn(end)) {
                    return stop;
                }
            }
        }
        return null;
    }

    private @Nullable Stop goOn(Then.Ask ask) throws InterruptedException {
        int simulatedTurns = 0;
        while (talk.lastReply() == null ? talk.log().said() == 0 : Objects.requireNonNull(talk.awaiting()).waits()) {
            if (simulated != null) {
                if (simulatedTurns++ == ask.maxTurns()) {
                    return Stop.failed(Cause.MAX_TURNS, "max turns (" + ask.maxTurns() + ") exceeded");
                }
                var done = simulate(simulated);
                if (done.isPresent()) {
                    return done.get().stop();
                }
            } else {
                var answer = talk.lastReply() == null || ask.person() == null ? null : floor.askPerson(ask.person(),
                        Objects.requireNonNull(talk.awaiting()));
                if (answer == null) {
                    return nobody(ask);
                }
                var end = talk.say(Plan.of(null, answer, InputSource.INTERACTIVE), floor.input(answer), List.of(),
                        Expected.SUCCESS);
                if (!end.passed()) {
                    return Stop.of(end);
                }
            }
        }
        return null;
    }

    /** Empty while the conversation goes on. */
    private Optional<Done> simulate(NextInput simulated) throws InterruptedException {
        return switch (simulated.next(null, null)) {
            case Next.Fails(var error) -> done(simulatorFailed(error));
            case Next.OutOfTime out -> done(simulatorTooLate());
            case Next.Says says -> {
                if (says.input().isBlank()) {
                    yield done(null);
                }
                var plan = new Plan(null, says.input(), InputSource.SIMULATED, says.reasoning(), says.goalAchieved());
                var end = talk.say(plan, simulated.input(says.input()), List.of(), Expected.SUCCESS);
                yield !end.passed() ? done(Stop.of(end)) : says.goalAchieved() ? done(null)
                        : Optional.empty();
            }
        };
    }

    private record Done(@Nullable Stop stop) {}

    private static Optional<Done> done(@Nullable Stop stop) {
        return Optional.of(new Done(stop));
    }

    private Stop simulatorFailed(String error) {
        talk.log().notRun(new Plan(null, null, InputSource.SIMULATED, null, false), null, error);
        return new Stop(Status.SKIPPED, Cause.SIMULATOR_ERROR, null, error, true);
    }

    private Stop simulatorTooLate() {
        var end = talk.outOfTime();
        talk.log().notRun(new Plan(null, null, InputSource.SIMULATED, null, false), null,
                "not run: " + end.error() + " while the simulator was asked");
        return Stop.of(end);
    }

    private @Nullable Stop nobody(Then.Ask ask) {
        if (talk.lastReply() == null) {
            return Stop.failed(Cause.MISSING_INPUT, "no initial input");
        }
        return switch (ask.onMissing()) {
            case END -> null;
            case FAIL -> Stop.failed(Cause.MISSING_INPUT, "no input for the agent, which waits for some: " + asked());
            case SKIP -> {
                talk.log().notRun(new Plan(null, null, InputSource.STATIC, null, false), asked(), NO_NEXT);
                yield new Stop(Status.SKIPPED, Cause.MISSING_INPUT, null, NO_NEXT + ". " + HINT, false);
            }
        };
    }

    private String asked() {
        return Objects.requireNonNull(talk.awaiting()).asked();
    }
}
