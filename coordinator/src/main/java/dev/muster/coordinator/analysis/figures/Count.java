package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The number of results with one status and cause. */
public record Count(Status status, Cause cause, long results) {

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
