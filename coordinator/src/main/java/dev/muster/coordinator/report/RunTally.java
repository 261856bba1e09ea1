package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Shape;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** The figures of a run, counted as its results stream by. Not thread-safe. */
public final class RunTally {

    private final Summary summary = new Summary();
    private final TreeMap<Integer, CellTally> cells = new TreeMap<>();

    public void add(StoredCase stored) {
        summary.add(stored.result());
        cells.computeIfAbsent(stored.ref().cell(), CellTally::new).add(stored);
    }

    public Summary summary() {
        return summary;
    }

    public Paid paid() {
        return cells.values().stream().map(cell -> cell.figures().paid()).reduce(Paid.NOTHING, Paid::plus);
    }

    public Collection<CellTally> cells() {
        return Collections.unmodifiableCollection(cells.values());
    }

    /**
     * Counts the results of one cell as they stream by: an agent over a connector, or the targets that the cases name.
     * {@link CellFigures} are computed from it, or from the counts of the database.
     */
    public static final class CellTally {

        private static final int MOST_TARGETS = 3;

        private final int number;
        private final Summary summary = new Summary();
        private final Repeats repeats = new Repeats();
        private final DurationSamples working = new DurationSamples();
        private final DurationSamples firstEvents = new DurationSamples();
        private final TreeSet<String> targets = new TreeSet<>();
        private Shape shape = Shape.PLAIN;
        private Paid paid = Paid.NOTHING;
        private double score;
        private long scored;

        CellTally(int number) {
            this.number = number;
        }

        void add(StoredCase stored) {
            var result = stored.result();
            summary.add(result);
            shape = shape.and(new Shape(stored.ref().repeat() > 0, false, result.verdict().cause() == Cause.DECIDED));
            if (targets.size() <= MOST_TARGETS && (stored.attempt() > 0 || targets.isEmpty())) {
                targets.add(result.identity().connector() == null ? result.identity().agent()
                        : result.identity().agent() + " / " + result.identity().connector());
            }
            repeats.add(stored);
            if (stored.attempt() > 0 && result.verdict().status() != Status.SKIPPED) {
                measured(result);
            }
            var given = result.score();
            if (given != null) {
                score += given;
                scored++;
            }
            paid = paid.plus(Paid.of(stored));
        }

        private void measured(CaseResult result) {
            working.add(result.timing().workingMs());
            if (result.timing().firstEventMs() >= 0) {
                firstEvents.add(result.timing().firstEventMs());
            }
        }

        public int number() {
            return number;
        }

        /** Returns the targets in its results, for a cell without a name. */
        public String targets() {
            return targets.size() > MOST_TARGETS ? String.join(", ", targets.headSet(targets.last())) + ", …"
                    : String.join(", ", targets);
        }

        public Summary summary() {
            return summary;
        }

        public CellFigures figures() {
            return new CellFigures(number, shape, summary.counts(), repeats.outcomes(), repeats.whole(), meanScore(),
                    paid,
                    working.spread(), firstEvents.spread());
        }

        private @Nullable Double meanScore() {
            return scored == 0 ? null : Double.valueOf(score / scored);
        }
    }

    /** Counts how many repeats of each case in one cell passed, in a few bytes per case. Not thread-safe. */
    private static final class Repeats {

        /** By case number: repeats that count in rates in the high half, passed ones in the low half. */
        private int[] counted = new int[64];
        private final BitSet decided = new BitSet();

        void add(StoredCase stored) {
            var cause = stored.result().verdict().cause();
            if (cause.inRates()) {
                observed(stored.ref().number(), stored.result().verdict().status() == Status.PASSED);
            } else if (cause == Cause.DECIDED) {
                decided.set(stored.ref().number());
            }
        }

        private void observed(int number, boolean passed) {
            if (number >= counted.length) {
                counted = Arrays.copyOf(counted, Math.max(number + 1, counted.length * 2));
            }
            counted[number] += (1 << 16) + (passed ? 1 : 0);
        }

        /** Returns the outcomes; a case that passed only on a retry counts as failed. */
        CaseOutcomes outcomes() {
            return outcomes(IntStream.range(0, counted.length));
        }

        /** Returns the outcomes without cases whose repeats were stopped early, which pass@k and pass^k must exclude. */
        CaseOutcomes whole() {
            return outcomes(IntStream.range(0, counted.length).filter(number -> !decided.get(number)));
        }

        private CaseOutcomes outcomes(IntStream numbers) {
            var groups = numbers.map(number -> counted[number]).filter(packed -> packed != 0).boxed()
                    .collect(Collectors.groupingBy(packed -> packed, TreeMap::new, Collectors.counting()));
            return new CaseOutcomes(groups.entrySet().stream().map(
                    each -> new CaseOutcomes.Group(each.getKey() >>> 16, each.getKey() & 0xFFFF, each.getValue()))
                    .toList());
        }
    }

    /** Durations in milliseconds, four bytes each, for computing percentiles. */
    public static final class DurationSamples {

        private int[] values = new int[64];
        private int size;

        public void add(long ms) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = Math.clamp(ms, 0, Integer.MAX_VALUE);
        }

        public @Nullable Spread spread() {
            if (size == 0) {
                return null;
            }
            Arrays.sort(values, 0, size);
            double mean = Arrays.stream(values, 0, size).asLongStream().sum() / (double) size;
            return new Spread(size, mean, percentile(0.5), percentile(0.9), percentile(0.95), percentile(0.99),
                    values[size - 1]);
        }

        /** Returns a percentile by nearest rank. */
        private long percentile(double share) {
            return values[Math.clamp((int) Math.ceil(share * size) - 1, 0, size - 1)];
        }
    }
}
