package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.store.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The number of results with one status and cause. */
public record Count(Status status, Cause cause, long results) {

    /** Returns the counts of a whole run. */
    public static List<Count> of(Database database, String run) {
        return database.list("""
                SELECT status, cause, count(*) AS results FROM results r WHERE r.run_id = @run
                    AND r.run_day = (SELECT run_day FROM runs WHERE runs.run_id = @run) GROUP BY status, cause
                """, Count::of, "run", run);
    }

    static Count of(ResultSet row) throws SQLException {
        return new Count(Status.of(row.getString("status")), Cause.of(row.getString("cause")), row.getLong("results"));
    }

    /** Whether such results are listed one by one where passed ones are not. */
    public boolean isListed() {
        return isListed(status, cause);
    }

    public static boolean isListed(Status status, Cause cause) {
        return status != Status.PASSED && status != Status.CANCELLED && cause != Cause.DECIDED;
    }
}
