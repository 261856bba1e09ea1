package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;

/** @param kind a {@link Kind}, or another word for pairs that did not change */
record PairPart(String kind, long cases, Map<Measure, MeasureSums> sums) {

    static PairPart of(ResultSet row) throws SQLException {
        var kind = row.getString("kind");
        return new PairPart(kind, row.getLong("cases"),
                PairTally.IN_SUMS.contains(kind) ? PairTally.measures(row) : Map.of());
    }
}
