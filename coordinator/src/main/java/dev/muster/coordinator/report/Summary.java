package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Digest;

/** Counts results by status and cause as they stream in. Not thread-safe. */
public final class Summary {

    private final Map<Status, Map<Cause, Integer>> counts = new EnumMap<>(Status.class);
    private final LabelTally labels = new LabelTally();
    private final JudgeTally judges = new JudgeTally();
    private int conversations;
    private long turns;

    public void add(CaseResult result) {
        add(result.verdict().status(), result.verdict().cause(), 1);
        if (!result.identity().labels().isEmpty()) {
            labels.add(result.identity().labels(),
                    new Count(result.verdict().status(), result.verdict().cause(), 1));
        }
        judges.add(result);
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

    /**
     * Counts results by the labels of their cases. Labels with many values, such as a user's name, are left out: they would
     * be a list of cases. Not thread-safe.
     */
    public static final class LabelTally {

        private static final int MOST_VALUES = 20;
        private static final int MOST_NAMES = 50;

        private final SortedMap<String, SortedMap<String, Row>> byName = new TreeMap<>();
        private final Set<String> leftOut = new HashSet<>();

        /**
         * The figures of one label.
         *
         * @param judged results whose cause is in the rates
         */
        public record Row(String name, String value, int passed, int judged, int results) {

            private Row plus(Row more) {
                return new Row(name, value, passed + more.passed, judged + more.judged, results + more.results);
            }

            public String label() {
                return name + "=" + value;
            }
        }

        void add(Map<String, String> labels, Count count) {
            labels.forEach((name, value) -> add(name, value, count));
        }

        public void add(String name, String value, Count count) {
            int results = Math.toIntExact(count.results());
            if (!leftOut.contains(name) && (byName.containsKey(name) || byName.size() < MOST_NAMES)) {
                var values = byName.computeIfAbsent(name, _ -> new TreeMap<>());
                values.merge(value, new Row(name, value, count.status() == Status.PASSED ? results : 0,
                        count.cause().inRates() ? results : 0, results), Row::plus);
                if (values.size() > MOST_VALUES) {
                    byName.remove(name);
                    leftOut.add(name);
                }
            }
        }

        /** Returns the figures by name and value. */
        public List<Row> rows() {
            return byName.values().stream().flatMap(values -> values.values().stream()).toList();
        }
    }
}
