package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.Expansion;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** The checkpoints of a dynamic conversation: each is tried on every reply until it is reached. */
final class Checkpoints {

    private final List<Checkpoint> all;
    private final ConversationRun conversation;
    private final Map<String, Integer> reached = new LinkedHashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final Map<String, Integer> lastTried = new LinkedHashMap<>();

    Checkpoints(List<Checkpoint> all, ConversationRun conversation) {
        this.all = all;
        this.conversation = conversation;
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
                    var judgement = conversation.judge(
                            new Expansion(conversation.variables()::expand).assertions(checkpoint.assertions()), reply);
                    var trouble = judgement.failed() ? null : judgement.trouble();
                    if (trouble != null && checkpoint.required()) {
                        refused.put(checkpoint.id(), trouble.error());
                        return trouble;
                    }
                    more |= note(checkpoint, judgement, turn);
                    if (trouble != null) {
                        conversation.warn("the optional checkpoint " + checkpoint.id() + " could not be judged in turn "
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
