package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Pairing.PairCounts;
import dev.muster.coordinator.analysis.statistics.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The sums over all pairs of two sides.
 *
 * @param sums for every measure that both sides have for at least one case
 */
record PairTally(PairCounts counts, Map<Measure, MeasureSums> sums) {

    private static final String ASIDE = "aside";
    static final Set<String> IN_SUMS = Set.of("alike", Kind.NEWLY_FAILING.wire(),
            Kind.NEWLY_PASSING.wire());

    /**
     * The columns of the query, over pairs of each kind. The regression functions share one aggregate per measure, and
     * ignore values without a pair.
     */
    static final String COLUMNS = "SELECT kind, count(*) AS cases" + Stream.of(Measure.values()).map(Measure::wire)
            .map("""
                    , regr_count(%1$s_d, %1$s) AS %1$s_count, regr_avgy(%1$s_d, %1$s) AS %1$s_mean,
                    regr_syy(%1$s_d, %1$s) AS %1$s_squares, regr_avgx(%1$s_d, %1$s) AS %1$s_first,
                    count(*) FILTER (WHERE %1$s_d <> 0) AS %1$s_differing"""::formatted)
            .collect(Collectors.joining());

    static PairTally of(List<PairPart> parts) {
        var sums = new EnumMap<Measure, MeasureSums>(Measure.class);
        parts.forEach(part -> part.sums().forEach((measure, ofPart) -> sums.merge(measure, ofPart, MeasureSums::plus)));
        return new PairTally(counts(parts), sums);
    }

    private static PairCounts counts(List<PairPart> parts) {
        var cases = parts.stream().collect(Collectors.toMap(PairPart::kind, PairPart::cases));
        var changes = Stream.of(Kind.values())
                .collect(Collectors.toMap(kind -> kind, kind -> cases.getOrDefault(kind.wire(), 0L)));
        long judged = IN_SUMS.stream().mapToLong(kind -> cases.getOrDefault(kind, 0L)).sum();
        return new PairCounts(judged + cases.getOrDefault(ASIDE, 0L), judged, changes);
    }

    static Map<Measure, MeasureSums> measures(ResultSet row) throws SQLException {
        var sums = new EnumMap<Measure, MeasureSums>(Measure.class);
        for (var measure : Measure.values()) {
            var name = measure.wire();
            long cases = row.getLong(name + "_count");
            if (cases > 0) {
                double variance = cases < 2 ? 0 : row.getDouble(name + "_squares") / (cases - 1);
                sums.put(measure, new MeasureSums(row.getDouble(name + "_first"),
                        new Moments(cases, row.getDouble(name + "_mean"), variance),
                        row.getLong(name + "_differing")));
            }
        }
        return sums;
    }
}
