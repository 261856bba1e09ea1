package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.Turn;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.InputSource;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.TemplateException;
import dev.muster.common.time.Pause;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** Sends the turns that a suite wrote, following {@code when} and {@code goto}. */
final class WrittenTurns {

    private static final int MOST_SENT = 200;

    private final ConversationRun conversation;
    private final List<Turn> turns;
    private final TurnInput defaults;
    private final Pause pause;
    private final Set<Integer> met = new HashSet<>();
    private final Set<Integer> sent = new HashSet<>();
    private final Map<String, Integer> named = new HashMap<>();
    private int next;
    private int lastSent;

    WrittenTurns(ConversationRun conversation, List<Turn> turns, TurnInput defaults, Pause pause) {
        this.conversation = conversation;
        this.turns = turns;
        this.defaults = defaults;
        this.pause = pause;
        for (int n = 0; n < turns.size(); n++) {
            if (turns.get(n).name() != null) {
                named.put(turns.get(n).name(), n);
            }
        }
    }

    /** Returns how many turns are sent at most, which ends an endless {@code goto} loop. */
    int most() {
        return Math.max(MOST_SENT, turns.size());
    }

    boolean isOver() {
        return next >= turns.size();
    }

    /** Sends the next turn whose {@code when} holds; null when none is left. */
    @Nullable
    CaseEnd sendNext() throws InterruptedException {
        while (!isOver()) {
            int now = next++;
            met.add(now);
            var end = sendIfItHolds(turns.get(now));
            if (end != null) {
                return end;
            }
        }
        return null;
    }

    /** Null when the turn was skipped. */
    private @Nullable CaseEnd sendIfItHolds(Turn written) throws InterruptedException {
        try {
            var turn = new Expansion(conversation.variables()::expand).turn(written);
            var condition = condition(turn);
            if (condition.failed()) {
                conversation.log.notRun(plan(turn), null, "skipped: its 'when' did not hold");
                return null;
            }
            if (condition.trouble() != null) {
                return notSent(written, CaseEnd.of(condition.trouble()));
            }
            var end = send(turn);
            next = turn.path().goTo() == null ? next : named.getOrDefault(turn.path().goTo(), turns.size());
            return end;
        } catch (TemplateException e) {
            return notSent(written, CaseEnd.of(e));
        }
    }

    private CaseEnd notSent(Turn written, CaseEnd why) {
        lastSent = next - 1;
        return conversation.notSent(plan(written), why);
    }

    /** Whether the last turn failed but lets the conversation continue. */
    boolean goesOn(CaseEnd end) {
        return end.passed() || current().expected().continueOnFailure();
    }

    void leave(String reason) {
        for (int n = 0; n < turns.size(); n++) {
            if (!met.contains(n)) {
                conversation.log.notRun(plan(turns.get(n)), null, reason);
            }
        }
    }

    /**
     * Warns of assertions of turns that a conversation left out: nothing shows that they hold.
     *
     * @param over whether it came to its end
     */
    void warnOfUntried(boolean over) {
        var untried = IntStream.range(0, turns.size()).filter(n -> !sent.contains(n) && turns.get(n).judges()).boxed()
                .toList();
        if (over && !untried.isEmpty()) {
            conversation.warn(CaseResult.NOT_CHECKED + (untried.size() == 1 ? "turn " : "turns ") + untried.stream()
                    .map(n -> String.valueOf(n + 1)).collect(Collectors.joining(", "))
                    + (untried.size() == 1 ? " has" : " have") + " assertions and was not sent");
        }
    }

    private Turn current() {
        return turns.get(lastSent);
    }

    /** Judges the turn's {@code when} on the last reply; a turn before any reply is sent. */
    private AssertionOutcome condition(Turn turn) throws InterruptedException {
        var reply = conversation.lastReply();
        return turn.path().when() == null || reply == null ? AssertionOutcome.NOTHING
                : conversation.judge(List.of(turn.path().when()), reply);
    }

    private CaseEnd send(Turn turn) throws InterruptedException {
        lastSent = next - 1;
        sent.add(lastSent);
        if (turn.pace().delay() != null) {
            pause.pause(turn.pace().delay());
        }
        return conversation.send(plan(turn), input(turn), turn);
    }

    private TurnInput input(Turn turn) {
        var tools = new LinkedHashMap<>(defaults.tools());
        tools.putAll(turn.tools());
        return new TurnInput(turn.content(), defaults.options().with(turn.options()), tools, turn.payload(),
                turn.pace().timeout() == null ? defaults.timeout() : turn.pace().timeout(), turn.answered());
    }

    /** A case's own input has a built-in turn name, which only says its source: the plan has none. */
    private static TurnPlan plan(Turn turn) {
        return Turn.INITIAL.equals(turn.name()) ? TurnPlan.of(null, turn.text(), InputSource.INITIAL)
                : TurnPlan.of(turn.name(), turn.text(), InputSource.STATIC);
    }
}
