package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.Then;
import dev.muster.common.result.Cause;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.conversation.SimulatedUser.Next;
import dev.muster.worker.conversation.TurnLog.Plan;
import dev.muster.worker.judging.Quote;
import org.jspecify.annotations.Nullable;

/**
 * Sends the written turns, then asks the simulator or the human user while the agent waits (formats, "Modes and their
 * stop rules", 2 and 3).
 */
record ScriptedConversation(ConversationRun talk, Then then, TurnInput.CaseOptions options, WrittenTurns written,
        @Nullable SimulatedUser simulated, HumanTurn floor) {

    private static final String NO_NEXT = "Agent awaiting input, no next turn defined";
    private static final String NO_INPUT = "no initial input";
    private static final String HINT = "Add more turns, use --interactive, or configure simulator";

    private static final Plan NOT_SIMULATED = new Plan(null, null, InputSource.SIMULATED, null, false);

    /**
     * Whether the conversation came to its end, so that the final assertions are evaluated: yes after a failed turn
     * that lets it continue, no after one that ends it, even if it is the last.
     */
    boolean hold() throws InterruptedException {
        if (!sayWritten()) {
            written.leave("not run: the conversation stopped at turn " + talk.log.said());
            return false;
        }
        return switch (then) {
            case Then.End _ -> begun();
            case Then.Ask ask -> goOn(ask);
        };
    }

    /** Whether there was anything to say. */
    private boolean begun() {
        if (talk.log.turns().isEmpty()) {
            talk.ended(CaseEnd.failed(Cause.MISSING_INPUT, NO_INPUT));
            return false;
        }
        return true;
    }

    private boolean sayWritten() throws InterruptedException {
        while (!written.isOver()) {
            if (talk.log.said() >= written.most()) {
                talk.ended(CaseEnd.failed(Cause.MAX_TURNS, "max turns (" + written.most()
                        + ") exceeded: a 'goto' leads back again and again; no case says more written turns than that"));
                return false;
            }
            var end = written.sayNext();
            if (end != null && !written.goesOn(end)) {
                return false;
            }
        }
        return true;
    }

    /** What follows an input that the suite did not write. */
    private enum Step {
        GOES_ON,
        OVER,
        STOPPED
    }

    private boolean goOn(Then.Ask ask) throws InterruptedException {
        int simulatedTurns = 0;
        while (talk.log.said() == 0 || waits()) {
            if (simulated != null && simulatedTurns++ == ask.maxTurns()) {
                talk.ended(CaseEnd.failed(Cause.MAX_TURNS, "max turns (" + ask.maxTurns() + ") exceeded"));
                return false;
            }
            var step = simulated == null ? askPerson(ask) : simulate(simulated);
            if (step != Step.GOES_ON) {
                return step == Step.OVER;
            }
        }
        return true;
    }

    private boolean waits() {
        var awaiting = talk.awaiting();
        return awaiting != null && awaiting.waits();
    }

    private Step askPerson(Then.Ask ask) throws InterruptedException {
        var awaiting = talk.awaiting();
        if (awaiting == null) {
            return stop(CaseEnd.failed(Cause.MISSING_INPUT, NO_INPUT));
        }
        var answer = ask.person() == null ? null : floor.askPerson(ask.person(), awaiting);
        if (answer == null) {
            return nobody(ask, awaiting);
        }
        var end = talk.say(Plan.of(null, answer, InputSource.INTERACTIVE), options.input(answer));
        return end.passed() ? Step.GOES_ON : Step.STOPPED;
    }

    private Step simulate(SimulatedUser user) throws InterruptedException {
        return switch (user.next(null, null)) {
            case Next.Fails(var error) -> {
                talk.log.notRun(NOT_SIMULATED, null, error);
                yield stop(CaseEnd.skipped(Cause.SIMULATOR_ERROR, error, true));
            }
            case Next.OutOfTime _ -> {
                talk.log.notRun(NOT_SIMULATED, null,
                        "not run: " + talk.outOfTime().verdict().error() + " while the simulator was asked");
                yield stop(talk.outOfTime());
            }
            case Next.Says says -> says.input().isBlank() ? Step.OVER : say(says);
        };
    }

    private Step say(Next.Says says) throws InterruptedException {
        var plan = new Plan(null, says.input(), InputSource.SIMULATED, says.reasoning(), says.goalAchieved());
        if (!talk.say(plan, options.input(says.input(), says.answer())).passed()) {
            return Step.STOPPED;
        }
        return says.goalAchieved() ? Step.OVER : Step.GOES_ON;
    }

    private Step nobody(Then.Ask ask, Awaiting awaiting) {
        return switch (ask.onMissing()) {
            case END -> Step.OVER;
            case FAIL -> stop(CaseEnd.failed(Cause.MISSING_INPUT,
                    "no input for the agent, which waits for some: " + awaiting.asked()));
            case SKIP -> {
                warnOfACourtesy(awaiting);
                talk.log.notRun(new Plan(null, null, InputSource.STATIC, null, false), awaiting.asked(), NO_NEXT);
                yield stop(CaseEnd.skipped(isUnchecked(ask) ? Cause.UNCHECKED : Cause.MISSING_INPUT,
                        NO_NEXT + ". " + HINT, false));
            }
        };
    }

    /** Whether a skip would hide that the case has assertions, and that none of them was tried. */
    private boolean isUnchecked(Then.Ask ask) {
        return ask.unforeseen() && talk.hasAssertions() && !talk.hasJudged();
    }

    /** Many agents end with a question that needs no answer, and what the case tests was judged before. */
    private void warnOfACourtesy(Awaiting awaiting) {
        if (awaiting.found() == TurnResult.Awaiting.CONTENT_IS_QUESTION && talk.hasJudged()) {
            talk.warn(
                    "the case is skipped although its turns were judged, because the last reply reads like a question: "
                            + Quote.of(awaiting.asked())
                            + "; if the agent is done then, set 'type: scripted' in the case, or"
                            + " 'on_missing_input: end' or 'awaiting: {text: off}', in the case or in muster.yaml");
        }
    }

    private Step stop(CaseEnd end) {
        talk.ended(end);
        return Step.STOPPED;
    }

    /** Asks a human user for the next turn; the time that takes is not charged to the case. */
    record HumanTurn(HumanUsers people, QuestionContext asker, Deadline deadline, Ticker ticker) {

        @Nullable
        String askPerson(Then.Person person, Awaiting waits) throws InterruptedException {
            long asked = ticker.nanos();
            var answer = people.ask(asker, waits.text(), waits.hint(), person.timeout());
            deadline.extend(Duration.ofNanos(ticker.nanos() - asked));
            return answer.orElse(null);
        }
    }
}
