package dev.muster.coordinator.report;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.util.EnumMap;
import java.util.Map;

/** How many results there are of each kind; counts while they stream in. Not for several threads. */
public final class Summary {

    private final Map<Status, Map<Cause, Integer>> counts = new EnumMap<>(Status.class);
    private int conversations;
    private long turns;

    public void add(CaseResult result) {
        counts.computeIfAbsent(result.status(), status -> new EnumMap<>(Cause.class)).merge(result.cause(), 1,
                Integer::sum);
        if (result.dialogue() != null) {
            conversations++;
            turns += result.dialogue().turnsSaid();
        }
    }

    public int total() {
        return counts.keySet().stream().mapToInt(this::count).sum();
    }

    public int count(Status status) {
        return causes(status).values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The causes that results of a status have, with how many have them. */
    public Map<Cause, Integer> causes(Status status) {
        return Map.copyOf(counts.getOrDefault(status, Map.of()));
    }

    /** What is to be looked at: failures, errors and flaky results. */
    public int unwell() {
        return count(Status.FAILED) + count(Status.ERROR) + count(Status.FLAKY);
    }

    /** Cases that were held in turns. */
    public int conversations() {
        return conversations;
    }

    /** What was said to agents in all conversations, turn by turn. */
    public long turns() {
        return turns;
    }
}
