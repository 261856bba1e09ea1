package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;

/**
 * Counts results by the labels of their cases. Labels with many values, such as a user's name, are left out: they would
 * be a list of cases. Not thread-safe.
 */
public final class LabelTally {

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
