package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.Then;
import dev.muster.common.result.AwaitingState;
import dev.muster.common.result.Cause;
import dev.muster.common.result.InputSource;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.judging.Quote;
import org.jspecify.annotations.Nullable;

/**
 * Sends the written turns, then asks the simulator or the human user while the agent waits (formats, "Modes and their
 * stop rules", 2 and 3).
 */
final class ScriptedConversation {

    private static final String NO_NEXT = "Agent awaiting input, no next turn defined";
    private static final String NO_INPUT = "no initial input";
    private static final String HINT = "Add more turns, use --interactive, or configure simulator";
    private static final String UNTRIED = ". The assertions of the case were not evaluated, so the gate fails: if the"
            + " case ends with its turns, set 'type: scripted' in it; if it may be skipped, set 'on_missing_input: skip'";

    private static final TurnPlan NOT_SIMULATED = new TurnPlan(null, null, InputSource.SIMULATED, null, false);

    private final ConversationContext context;
    private final ConversationRun conversation;
    private final Then then;
    private final WrittenTurns written;
    private final HumanUsers people;
    private final Ticker ticker;

    ScriptedConversation(ConversationContext context, ConversationRun conversation, Then then, WrittenTurns written,
            HumanUsers people, Ticker ticker) {
        this.context = context;
        this.conversation = conversation;
        this.then = then;
        this.written = written;
        this.people = people;
        this.ticker = ticker;
    }

    /**
     * Whether the conversation came to its end, so that the final assertions are evaluated: yes after a failed turn
     * that lets it continue, no after one that ends it, even if it is the last.
     */
    boolean play() throws InterruptedException {
        if (!sendWritten()) {
            written.leave("not run: the conversation stopped at turn " + conversation.log.sent());
            return false;
        }
        return switch (then) {
            case Then.End _ -> begun();
            case Then.Ask ask -> goOn(ask);
        };
    }

    /** Whether there was anything to say. */
    private boolean begun() {
        return !conversation.log.turns().isEmpty()
                || conversation.stop(CaseEnd.failed(Cause.MISSING_INPUT, NO_INPUT));
    }

    private boolean sendWritten() throws InterruptedException {
        while (!written.isOver()) {
            if (conversation.log.sent() >= written.most()) {
                return conversation.stop(CaseEnd.failed(Cause.MAX_TURNS, "max turns (" + written.most()
                        + ") exceeded: a 'goto' loops; no case runs more written turns than that"));
            }
            var end = written.sendNext();
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
        var simulated = ask.simulator() == null ? null
                : new SimulatedUser(ask.simulator(), context, conversation, ask.maxTurns());
        int simulatedTurns = 0;
        while (conversation.log.sent() == 0 || waits()) {
            if (simulated != null && simulatedTurns++ == ask.maxTurns()) {
                return conversation.stop(
                        CaseEnd.failed(Cause.MAX_TURNS, "max turns (" + ask.maxTurns() + ") exceeded"));
            }
            var step = simulated == null ? askPerson(ask) : simulate(simulated);
            if (step != Step.GOES_ON) {
                return step == Step.OVER;
            }
        }
        return true;
    }

    private boolean waits() {
        var awaiting = conversation.awaiting();
        return awaiting != null && awaiting.waits();
    }

    private Step askPerson(Then.Ask ask) throws InterruptedException {
        var awaiting = conversation.awaiting();
        if (awaiting == null) {
            return stop(CaseEnd.failed(Cause.MISSING_INPUT, NO_INPUT));
        }
        var answer = ask.person() == null ? null : answer(ask.person(), awaiting);
        if (answer == null) {
            return withoutAnswer(ask, awaiting);
        }
        var end = conversation.send(TurnPlan.of(null, answer, InputSource.INTERACTIVE), null);
        return end.passed() ? Step.GOES_ON : Step.STOPPED;
    }

    /** Returns the answer of a human user, null for none. The time that it takes is not charged to the case. */
    private @Nullable String answer(Then.Person person, Awaiting waits) throws InterruptedException {
        long since = ticker.nanos();
        var answer = people.ask(context.asker(), waits.text(), waits.hint(), person.timeout());
        context.time().deadline().extend(Duration.ofNanos(ticker.nanos() - since));
        return answer.orElse(null);
    }

    private Step simulate(SimulatedUser user) throws InterruptedException {
        return switch (user.next(null, null)) {
            case SimulatedTurn.Fails(var error) -> {
                conversation.log.notRun(NOT_SIMULATED, null, error);
                yield stop(CaseEnd.skipped(Cause.SIMULATOR_ERROR, error, true));
            }
            case SimulatedTurn.OutOfTime _ -> {
                conversation.log.notRun(NOT_SIMULATED, null,
                        "not run: " + conversation.outOfTime().verdict().error() + " while the simulator was called");
                yield stop(conversation.outOfTime());
            }
            case SimulatedTurn.Message message -> message.input().isBlank() ? Step.OVER : send(message);
        };
    }

    private Step send(SimulatedTurn.Message message) throws InterruptedException {
        if (!conversation.send(message.plan(), message.answer()).passed()) {
            return Step.STOPPED;
        }
        return message.goalAchieved() ? Step.OVER : Step.GOES_ON;
    }

    private Step withoutAnswer(Then.Ask ask, Awaiting awaiting) {
        return switch (ask.onMissing()) {
            case END -> Step.OVER;
            case FAIL -> stop(CaseEnd.failed(Cause.MISSING_INPUT,
                    "no input for the agent, which waits for some: " + awaiting.question()));
            case SKIP -> {
                warnOfACourtesy(awaiting);
                conversation.log.notRun(new TurnPlan(null, null, InputSource.STATIC, null, false), awaiting.question(),
                        NO_NEXT);
                yield stop(isUnchecked(ask) ? CaseEnd.skipped(Cause.UNCHECKED, NO_NEXT + ". " + HINT + UNTRIED, false)
                        : CaseEnd.skipped(Cause.MISSING_INPUT, NO_NEXT + ". " + HINT, false));
            }
        };
    }

    /** Whether a skip would hide that the case has assertions that were not tried. */
    private boolean isUnchecked(Then.Ask ask) {
        return ask.unforeseen() && conversation.leavesUntried();
    }

    /** Many agents end with a question that needs no answer, and what the case tests was judged before. */
    private void warnOfACourtesy(Awaiting awaiting) {
        if (awaiting.found() == AwaitingState.CONTENT_IS_QUESTION && conversation.hasJudged()) {
            conversation.warn(
                    "the case is skipped although its turns were judged, because the last reply reads like a question: "
                            + Quote.of(awaiting.question())
                            + "; if the agent is done then, set 'type: scripted' in the case, or"
                            + " 'on_missing_input: end' or 'awaiting: {text: off}', in the case or in muster.yaml");
        }
    }

    private Step stop(CaseEnd end) {
        conversation.ended(end);
        return Step.STOPPED;
    }
}
