package dev.muster.coordinator.comparison;

import dev.muster.coordinator.comparison.Change.Kind;
import dev.muster.coordinator.statistics.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * All pairs of two sides, added up.
 *
 * @param sums of every measure that both sides know of at least one case
 */
record Tally(PairCounts counts, Map<Measure, Sums> sums) {

    /** What the database is asked for, over pairs. */
    static final String COLUMNS = columns();

    Tally {
        sums = Map.copyOf(sums);
    }

    /**
     * What one measure comes to over all pairs.
     *
     * @param first mean of the first side
     */
    record Sums(double first, Moments differences) {}

    private static String columns() {
        var columns = new StringBuilder("SELECT count(*) FILTER (WHERE kind = 'alike') AS alike");
        columns.append(", count(*) FILTER (WHERE kind = 'aside') AS aside");
        for (var kind : Kind.values()) {
            columns.append(String.format(Locale.ROOT, ", count(*) FILTER (WHERE kind = '%1$s') AS %1$s_cases",
                    kind.wire()));
        }
        for (var measure : Measure.values()) {
            columns.append(String.format(Locale.ROOT, """
                    , count(%1$s_d) AS %1$s_count, avg(%1$s_d) AS %1$s_mean, var_samp(%1$s_d) AS %1$s_variance,
                    avg(%1$s) FILTER (WHERE %1$s_d IS NOT NULL) AS %1$s_first""", measure.wire()));
        }
        return columns.toString();
    }

    static Tally of(ResultSet row) throws SQLException {
        return new Tally(counts(row), sums(row));
    }

    private static PairCounts counts(ResultSet row) throws SQLException {
        var changes = new EnumMap<Kind, Long>(Kind.class);
        for (var kind : Kind.values()) {
            changes.put(kind, row.getLong(kind.wire() + "_cases"));
        }
        long judged = row.getLong("alike") + changes.getOrDefault(Kind.NEWLY_FAILING, 0L)
                + changes.getOrDefault(Kind.NEWLY_PASSING, 0L);
        return new PairCounts(judged + row.getLong("aside"), judged, changes);
    }

    private static Map<Measure, Sums> sums(ResultSet row) throws SQLException {
        var sums = new EnumMap<Measure, Sums>(Measure.class);
        for (var measure : Measure.values()) {
            var name = measure.wire();
            long cases = row.getLong(name + "_count");
            if (cases > 0) {
                sums.put(measure, new Sums(row.getDouble(name + "_first"),
                        new Moments(cases, row.getDouble(name + "_mean"), row.getDouble(name + "_variance"))));
            }
        }
        return sums;
    }
}
