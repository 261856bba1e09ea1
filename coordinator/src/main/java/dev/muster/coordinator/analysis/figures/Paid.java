package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.result.Spent;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Everything that a team pays for.
 *
 * @param results spending of the attempts that became results
 * @param otherAttempts number of other attempts: retried, lost or too late
 */
public record Paid(Spending results, long otherAttempts, Spending others) {

    public static final Paid NOTHING = new Paid(Spending.NONE, 0, Spending.NONE);

    private static final String OTHERS = """
            SELECT cell, count(*) AS attempts, $SUMS FROM attempts WHERE run_id = @run GROUP BY cell
            """.replace("$SUMS", Spending.SUMS);

    public static Paid of(StoredCase stored) {
        var others = stored.earlier().stream().map(earlier -> Spending.of(earlier.spent())).reduce(Spending.NONE,
                Spending::plus);
        return new Paid(Spending.of(Spent.of(stored.result())), stored.earlier().size(), others);
    }

    /** Returns, by cell, the spending of attempts that did not become results. */
    static Map<Integer, Paid> others(Connection connection, String run) throws SQLException {
        var others = new HashMap<Integer, Paid>();
        var _ = Database.list(connection, OTHERS, row -> others.put(row.getInt("cell"),
                new Paid(Spending.NONE, row.getLong("attempts"), Spending.of(row))) == null, "run", run);
        return others;
    }

    public Paid plus(Paid more) {
        return new Paid(results.plus(more.results), otherAttempts + more.otherAttempts, others.plus(more.others));
    }

    /** Returns the bill for all attempts, targets and helpers. */
    public Bill all() {
        return results.all().plus(others.all());
    }
}
