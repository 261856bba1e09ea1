package dev.muster.coordinator.report;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Digest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many results there are of each kind; counts while they stream in. Not for several threads. */
public final class Summary {

    private final Map<Status, Map<Cause, Integer>> counts = new EnumMap<>(Status.class);
    private int conversations;
    private long turns;

    public void add(CaseResult result) {
        counts.computeIfAbsent(result.verdict().status(), status -> new EnumMap<>(Cause.class)).merge(
                result.verdict().cause(), 1,
                Integer::sum);
        if (result.dialogue() != null) {
            conversations++;
            turns += result.dialogue().turnsSaid();
        }
    }

    /** Many at once, whose conversations are told by {@link #converse}. */
    public void add(Count count) {
        counts.computeIfAbsent(count.status(), status -> new EnumMap<>(Cause.class)).merge(count.cause(),
                Math.toIntExact(count.results()), Integer::sum);
    }

    public void converse(int added, long said) {
        conversations += added;
        turns += said;
    }

    /** Of all cells. */
    public static Summary of(Digest digest) {
        var summary = new Summary();
        digest.counts().values().forEach(cell -> cell.forEach(summary::add));
        summary.converse(digest.conversations(), digest.turns());
        return summary;
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

    /** The causes of what did not pass, by their names in result files. */
    public SortedMap<String, Integer> causesOfUnpassed() {
        var causes = new TreeMap<String, Integer>();
        counts.forEach((status, counted) -> counted.forEach((cause, count) -> {
            if (status != Status.PASSED) {
                causes.merge(cause.wire(), count, Integer::sum);
            }
        }));
        return causes;
    }

    /** How many count in rates: those whose cause says something of the agent. */
    public int inRates() {
        return counts.values().stream().flatMap(causes -> causes.entrySet().stream())
                .filter(each -> each.getKey().inRates()).mapToInt(Map.Entry::getValue).sum();
    }

    /** All of it, one entry for each status and cause. */
    public List<Count> counts() {
        return counts.entrySet().stream()
                .flatMap(status -> status.getValue().entrySet().stream()
                        .map(cause -> new Count(status.getKey(), cause.getKey(), cause.getValue())))
                .toList();
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
