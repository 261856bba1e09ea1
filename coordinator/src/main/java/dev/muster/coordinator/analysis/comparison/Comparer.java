package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Finding.Test;
import dev.muster.coordinator.analysis.comparison.Pairing.PairCounts;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.analysis.figures.Shape;
import dev.muster.coordinator.analysis.news.FirstReason;
import dev.muster.coordinator.analysis.statistics.Bootstrap;
import dev.muster.coordinator.analysis.statistics.Holm;
import dev.muster.coordinator.analysis.statistics.Interval;
import dev.muster.coordinator.analysis.statistics.McNemar;
import dev.muster.coordinator.analysis.statistics.MeanDifference;
import dev.muster.coordinator.analysis.statistics.Newcombe;
import dev.muster.coordinator.analysis.statistics.SampleSize;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.RunTable;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Compares sides in pairs. */
public final class Comparer {

    /** Changes of a pairing whose reasons are looked up, one statement each. */
    private static final int REASONS = 20;

    /** Of more differences, the normal distribution tells the p-value as well. */
    private static final int FEW = 1_000;

    /** Variances of equal values, added up by the database, are at most this far from 0. */
    private static final double ROUNDING = 1e-12;

    private final Database database;
    private final Bootstrap bootstrap;

    /** @param seed of resampling: the same runs and seed give the same result */
    public Comparer(Database database, long seed) {
        this.database = database;
        this.bootstrap = new Bootstrap(Bootstrap.RESAMPLES, seed);
    }

    /** @param needed number of cases that would show it, at a given level */
    private record Draft(Finding finding, DoubleFunction<OptionalLong> needed) {

        Finding corrected(double p, double level) {
            var cases = needed.apply(level);
            return finding.corrected(p, cases.isEmpty() ? null : Long.valueOf(cases.getAsLong()));
        }
    }

    private record DraftPairing(Pair pair, PairCounts counts, List<Draft> drafts) {}

    /**
     * Compares all pairs, corrects for multiple tests, and passes the result to a reader. All figures are from one
     * snapshot.
     *
     * @param firstEvents whether to compare the time to the first event, too, which takes longer
     */
    public <T extends @Nullable Object> T compare(List<Side> sides, List<Pair> pairs, boolean firstEvents,
            SideReader<T> reader) {
        return database.transaction(connection -> {
            Database.atOneTime(connection);
            Database.forLargeRuns(connection);
            var tables = tables(connection, sides.stream().map(Side::run).distinct().toList());
            var figures = figures(connection, sides, tables, firstEvents);
            var drafts = new ArrayList<DraftPairing>();
            for (var pair : pairs) {
                drafts.add(draft(connection, Pairs.of(pair, shape(figures, pair), tables), pair, drafts.size()));
            }
            return reader.read(figures, corrected(drafts),
                    (number, kind, key, atMost) -> changes(connection, number, pairs.get(number).second(), kind, key,
                            atMost));
        });
    }

    /** A re-run that is a side itself replaces nothing in the run that it comes from. */
    private static Map<String, String> tables(Connection connection, List<String> runs) throws SQLException {
        var tables = new HashMap<String, String>();
        for (var run : runs) {
            tables.put(run, Overlay.table(connection, run, runs));
        }
        return tables;
    }

    private static Map<String, CellFigures> figures(Connection connection, List<Side> sides,
            Map<String, String> tables, boolean firstEvents) throws SQLException {
        var ofRuns = new HashMap<String, List<CellFigures>>();
        var figures = new HashMap<String, CellFigures>();
        for (var side : sides) {
            if (!ofRuns.containsKey(side.run())) {
                ofRuns.put(side.run(), Figures.of(connection, side.run(),
                        tables.getOrDefault(side.run(), Overlay.PLAIN), firstEvents));
            }
            ofRuns.getOrDefault(side.run(), List.of()).stream().filter(cell -> cell.cell() == side.cell())
                    .forEach(cell -> figures.put(side.name(), cell));
        }
        return figures;
    }

    private static Shape shape(Map<String, CellFigures> figures, Pair pair) {
        return Stream.of(pair.first(), pair.second()).map(side -> figures.get(side.name())).filter(Objects::nonNull)
                .map(CellFigures::shape).reduce(Shape.PLAIN, Shape::and);
    }

    private List<Change> changes(Connection connection, int number, Side second, Kind kind, String key, int atMost) {
        try {
            var changes = new ArrayList<>(Pairs.changes(connection, number, kind, key, atMost));
            var day = RunTable.day(connection, second.run());
            if (kind != Kind.NEWLY_FAILING || !key.isEmpty() || day.isEmpty()) {
                return changes;
            }
            for (int i = 0; i < Math.min(REASONS, changes.size()); i++) {
                changes.set(i, changes.get(i).with(reason(connection, second, day.get(), changes.get(i))));
            }
            return changes;
        } catch (SQLException e) {
            throw database.failure(e);
        }
    }

    private static @Nullable String reason(Connection connection, Side side, LocalDate day, Change change)
            throws SQLException {
        return change.second() == null ? null : FirstReason.of(connection, side.run(), day, change.second().number(),
                side.cell(), change.cause());
    }

    private DraftPairing draft(Connection connection, Pairs pairs, Pair pair, int number) throws SQLException {
        var tally = pairs.tally(connection, number);
        var drafts = new ArrayList<Draft>();
        for (var measure : Measure.values()) {
            var sums = tally.sums().get(measure);
            if (sums != null) {
                drafts.add(draft(connection, pairs, measure, sums, tally.counts()));
            }
        }
        return new DraftPairing(pair, tally.counts(), drafts);
    }

    private Draft draft(Connection connection, Pairs pairs, Measure measure, MeasureSums sums, PairCounts counts)
            throws SQLException {
        var moments = sums.differences();
        if (measure == Measure.PASS_RATE && !pairs.repeated()) {
            var changed = new McNemar(counts.of(Kind.NEWLY_FAILING), counts.of(Kind.NEWLY_PASSING));
            return new Draft(finding(measure, sums, newcombe(sums, changed), Test.MCNEMAR, changed.p()),
                    level -> SampleSize.pairs(changed, counts.judged(), level));
        }
        var mean = mean(connection, pairs, measure, sums);
        boolean noWidth = measure.quality() && moments.variance() < ROUNDING;
        return new Draft(
                finding(measure, sums, noWidth
                        ? Newcombe.interval(sums.first(), sums.first() + moments.mean(), moments.cases())
                        : mean.interval(), Test.valueOf(mean.method().name()), mean.p()),
                level -> SampleSize.cases(moments, sums.differing(), level));
    }

    private MeanDifference mean(Connection connection, Pairs pairs, Measure measure, MeasureSums sums)
            throws SQLException {
        if (sums.differences().cases() <= MeanDifference.MOST_DRAWN) {
            return bootstrap.mean(pairs.differences(connection, measure));
        }
        var analytic = MeanDifference.analytic(sums.differences());
        return sums.differing() > FEW ? analytic
                : analytic.with(bootstrap.signFlips().p(pairs.differing(connection, measure)));
    }

    private static Interval newcombe(MeasureSums sums, McNemar changed) {
        long cases = sums.differences().cases();
        long both = Math.round(sums.first() * cases) - changed.onlyFirst();
        return Newcombe.interval(both, changed, cases - both - changed.discordant());
    }

    private static Finding finding(Measure measure, MeasureSums sums, Interval interval, Test test, double p) {
        var differences = sums.differences();
        return new Finding(measure, differences.cases(), sums.differing(), sums.first(),
                sums.first() + differences.mean(), interval, test, p, p, null);
    }

    /**
     * Applies Holm's correction to all findings at once. Quality is one family of tests, cost and time are another, so
     * that testing the second does not weaken the first. A measure that is the same everywhere is not a question.
     */
    private static List<Pairing> corrected(List<DraftPairing> drafts) {
        var all = drafts.stream().flatMap(pairing -> pairing.drafts().stream()).toList();
        var found = new IdentityHashMap<Draft, Finding>();
        all.stream().filter(draft -> !draft.finding().isQuestion())
                .forEach(draft -> found.put(draft, draft.finding()));
        all.stream().filter(draft -> draft.finding().isQuestion())
                .collect(Collectors.partitioningBy(draft -> draft.finding().measure().quality())).values()
                .forEach(family -> correct(family, found));
        return drafts.stream().map(pairing -> new Pairing(pairing.pair(), pairing.counts(),
                pairing.drafts().stream().map(draft -> Objects.requireNonNull(found.get(draft))).toList())).toList();
    }

    /** Corrects the needed number of cases in the same way. */
    private static void correct(List<Draft> family, Map<Draft, Finding> found) {
        var ps = Holm.corrected(family.stream().map(draft -> draft.finding().p()).toList()).iterator();
        double level = Interval.ALPHA / Math.max(1, family.size());
        family.forEach(draft -> found.put(draft, draft.corrected(ps.next(), level)));
    }
}
