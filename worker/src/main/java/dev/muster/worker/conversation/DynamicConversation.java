package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.Unfilled;
import dev.muster.worker.conversation.SimulatedUser.Next;
import dev.muster.worker.conversation.TurnInput.CaseOptions;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** Asks a simulated user until all required checkpoints are reached (formats, "Modes and their stop rules", 4). */
record DynamicConversation(ConversationRun talk, CaseOptions options, WrittenTurns written, SimulatedUser simulated,
        Checkpoints checkpoints, int maxTurns) {

    /** Whether all required checkpoints were reached; if so, the final assertions are evaluated. */
    boolean hold() throws InterruptedException {
        boolean complete = sayAll();
        written.leave(complete ? "not run: all checkpoints were reached before"
                : "not run: the conversation stopped at turn " + talk.log.said());
        return complete;
    }

    private boolean sayAll() throws InterruptedException {
        while (!checkpoints.complete()) {
            if (talk.log.said() >= maxTurns) {
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
        var plan = new TurnLog.Plan(null, says.input(), InputSource.SIMULATED, says.reasoning(), says.goalAchieved());
        boolean goesOn = says.input().isBlank()
                || afterTurn(talk.say(plan, options.input(says.input(), says.answer())).passed());
        if (goesOn && says.goalAchieved() && !checkpoints.complete()) {
            return stop(CaseEnd.failed(Cause.GOAL_WITHOUT_CHECKPOINTS, checkpoints.sentence()));
        }
        return goesOn;
    }

    private boolean afterTurn(boolean goesOn) throws InterruptedException {
        var answer = talk.answer();
        if (!goesOn || answer == null) {
            return goesOn;
        }
        try {
            var trouble = checkpoints.look(answer, talk.log.next() - 1);
            return trouble == null || stop(CaseEnd.of(trouble));
        } catch (Unfilled e) {
            return stop(CaseEnd.of(e));
        }
    }

    /** The checkpoints of a dynamic conversation: each is tried on every reply until it is reached. */
    static final class Checkpoints {

        private final List<Checkpoint> all;
        private final ConversationRun talk;
        private final Map<String, Integer> reached = new LinkedHashMap<>();
        private final Map<String, String> refused = new LinkedHashMap<>();
        private final Map<String, Integer> lastTried = new LinkedHashMap<>();

        Checkpoints(List<Checkpoint> all, ConversationRun talk) {
            this.all = all;
            this.talk = talk;
        }

        /** Tries pending checkpoints, and again while a reached one unlocks another; returns why one has no verdict. */
        @Nullable
        Verdict look(AgentReply reply, int turn) throws InterruptedException {
            boolean more = true;
            while (more) {
                more = false;
                for (var checkpoint : all) {
                    if (!reached.containsKey(checkpoint.id()) && reached.keySet().containsAll(checkpoint.after())
                            && !triedOn(checkpoint, turn)) {
                        var judgement = talk.judge(
                                new Expansion(talk.variables()::expand).assertions(checkpoint.assertions()), reply);
                        var trouble = judgement.failed() ? null : judgement.trouble();
                        if (trouble != null && checkpoint.required()) {
                            refused.put(checkpoint.id(), trouble.error());
                            return trouble;
                        }
                        more |= note(checkpoint, judgement, turn);
                        if (trouble != null) {
                            talk.warn("the optional checkpoint " + checkpoint.id() + " could not be judged in turn "
                                    + turn + ": " + trouble.error());
                        }
                    }
                }
            }
            return null;
        }

        private boolean triedOn(Checkpoint checkpoint, int turn) {
            return lastTried.getOrDefault(checkpoint.id(), 0) == turn;
        }

        private boolean note(Checkpoint checkpoint, AssertionOutcome judgement, int turn) {
            lastTried.put(checkpoint.id(), turn);
            if (judgement.holds()) {
                reached.put(checkpoint.id(), turn);
                return true;
            }
            refused.put(checkpoint.id(), judgement.reason());
            return false;
        }

        boolean complete() {
            return missing().isEmpty();
        }

        List<String> reached() {
            return List.copyOf(reached.keySet());
        }

        List<String> pending() {
            return all.stream().map(Checkpoint::id).filter(id -> !reached.containsKey(id)).toList();
        }

        /** Describes the required checkpoints that were missed. */
        String sentence() {
            var sentence = new StringBuilder("missing checkpoints: " + String.join(", ", missing()));
            missing().stream().filter(refused::containsKey)
                    .forEach(id -> sentence.append("; checkpoint ").append(id).append(" failed: ")
                            .append(refused.get(id)));
            return sentence.toString();
        }

        List<CheckpointResult> results() {
            return all.stream().map(each -> new CheckpointResult(each.id(), each.description(), each.required(),
                    reached.containsKey(each.id()), reached.get(each.id()),
                    reached.containsKey(each.id()) ? null : refused.get(each.id()))).toList();
        }

        private List<String> missing() {
            return all.stream().filter(each -> each.required() && !reached.containsKey(each.id())).map(Checkpoint::id)
                    .toList();
        }
    }
}
