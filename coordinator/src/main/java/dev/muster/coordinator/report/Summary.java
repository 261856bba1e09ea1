package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Digest;
import dev.muster.coordinator.run.RunSettings;

/** Counts results by status and cause as they stream in. Not thread-safe. */
public final class Summary {

    private final Map<Status, Map<Cause, Integer>> counts = new EnumMap<>(Status.class);
    private final LabelTally labels = new LabelTally();
    private final JudgeTally judges = new JudgeTally();
    private final UnseenTools tools = new UnseenTools();
    private final UncheckedParts unchecked = new UncheckedParts();
    private int conversations;
    private long turns;

    public void add(CaseResult result) {
        add(result.verdict().status(), result.verdict().cause(), 1);
        if (!result.identity().labels().isEmpty()) {
            labels.add(result.identity().labels(),
                    new Count(result.verdict().status(), result.verdict().cause(), 1));
        }
        judged(result);
        if (result.dialogue() != null) {
            conversations++;
            turns += result.dialogue().turnsSent();
        }
    }

    /** Adds many results at once; {@link #add(Digest)} adds the rest. */
    public void add(Count count) {
        add(count.status(), count.cause(), Math.toIntExact(count.results()));
    }

    private void add(Status status, Cause cause, int results) {
        counts.computeIfAbsent(status, _ -> new EnumMap<>(Cause.class)).merge(cause, results, Integer::sum);
    }

    /** Adds the conversations and labels of many results. */
    public void add(Digest digest) {
        conversations += digest.conversations();
        turns += digest.turns();
        digest.labelled().forEach(each -> labels.add(each.name(), each.value(), each.count()));
    }

    public static Summary of(Digest digest) {
        var summary = new Summary();
        digest.counts().values().forEach(cell -> cell.forEach(summary::add));
        summary.add(digest);
        return summary;
    }

    public int total() {
        return counts.keySet().stream().mapToInt(this::count).sum();
    }

    public int count(Status status) {
        return causes(status).values().stream().mapToInt(Integer::intValue).sum();
    }

    public Map<Cause, Integer> causes(Status status) {
        return Map.copyOf(counts.getOrDefault(status, Map.of()));
    }

    /** Returns the causes of what did not pass, under their names in result files. */
    public SortedMap<String, Integer> causesOfUnpassed() {
        var causes = new TreeMap<String, Integer>();
        counts.forEach((status, counted) -> counted.forEach((cause, count) -> {
            if (status != Status.PASSED) {
                causes.merge(cause.wire(), count, Integer::sum);
            }
        }));
        return causes;
    }

    /** Returns the number of results that count in rates: those whose cause says something about the agent. */
    public int inRates() {
        return counts.values().stream().flatMap(causes -> causes.entrySet().stream())
                .filter(each -> each.getKey().inRates()).mapToInt(Map.Entry::getValue).sum();
    }

    /** Returns the figures by label of the cases. */
    public List<LabelTally.Row> labels() {
        return labels.rows();
    }

    public JudgeTally judges() {
        return judges;
    }

    /** Whether a long run's doubts need its results. */
    public static boolean needsResults(RunSettings settings) {
        return UnseenTools.mayBeIn(settings) || UncheckedParts.mayFail(settings);
    }

    /** Returns why passes of the run may say nothing, in a sentence. */
    public Optional<String> doubt(RunSettings settings) {
        return tools.doubt(settings).or(() -> unchecked.doubt(settings));
    }

    /** Takes from a result what no digest has. */
    public void judged(CaseResult result) {
        judges.add(result);
        tools.add(result);
        unchecked.add(result);
    }

    public List<Count> counts() {
        return counts.entrySet().stream().flatMap(status -> status.getValue().entrySet().stream()
                .map(cause -> new Count(status.getKey(), cause.getKey(), cause.getValue())))
                .toList();
    }

    /** Returns the number of failures, errors and flaky results. */
    public int unwell() {
        return count(Status.FAILED) + count(Status.ERROR) + count(Status.FLAKY);
    }

    public int conversations() {
        return conversations;
    }

    public long turns() {
        return turns;
    }
}
