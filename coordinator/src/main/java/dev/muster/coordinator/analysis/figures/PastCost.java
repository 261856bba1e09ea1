package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.coordinator.store.Database;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What results of an agent cost in its newest runs, target and helpers together.
 *
 * @param usd mean of a result in US dollars, of all cases
 * @param results number of results with a cost
 * @param knownUsd sum of the means of the requested cases
 * @param known number of those with a cost
 */
public record PastCost(double usd, long results, double knownUsd, long known) {

    /** Cases that are looked up one by one; the others of a longer suite count with the mean. */
    public static final int MOST_KEYS = 10_000;

    private static final String SQL = """
            WITH past AS (SELECT run_id, run_day FROM runs WHERE agent = @agent AND state = 'finished'
                          ORDER BY created_at DESC LIMIT 5),
                 costs AS (SELECT r.key, avg(r.cost_usd + coalesce(r.helper_cost_usd, 0)) AS usd, count(*) AS results
                           FROM past JOIN results r ON r.run_day = past.run_day AND r.run_id = past.run_id
                           WHERE r.cost_usd IS NOT NULL GROUP BY r.key)
            SELECT coalesce(sum(usd * results) / sum(results), 0)::float8 AS usd, coalesce(sum(results),
                0)::bigint AS results,
                   coalesce(sum(usd) FILTER (WHERE key = ANY (@keys)), 0)::float8 AS known_usd,
                   count(*) FILTER (WHERE key = ANY (@keys)) AS known
            FROM costs
            """;

    /** @param agent as runs name it */
    public static PastCost of(Database database, String agent, Collection<String> keys) {
        return database.list(SQL, PastCost::of, "agent", agent, "keys", keys.toArray(String[]::new)).getFirst();
    }

    private static PastCost of(ResultSet row) throws SQLException {
        return new PastCost(row.getDouble("usd"), row.getLong("results"), row.getDouble("known_usd"),
                row.getLong("known"));
    }

    /** Returns what results of these cases will cost, if they cost what they did; empty when nothing is known. */
    public OptionalDouble expected(long cases, long results) {
        return this.results == 0 || cases == 0 ? OptionalDouble.empty()
                : OptionalDouble.of((knownUsd + (cases - known) * usd) * results / cases);
    }
}
