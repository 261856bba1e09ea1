package dev.muster.coordinator.store;

import java.sql.Connection;
import java.sql.SQLException;

/** The {@code case_history} table, and {@code first_cases} that follow from it. */
public final class HistoryTable {

    /**
     * A case that took longer than the run's usual one is expected to do so again. The longest thousand are enough:
     * what counts is that none of them is begun last. Times within a tenth of each other are no reason to leave the
     * order of the file.
     */
    private static final String ARRANGE = """
            WITH known AS (SELECT c.number, h.duration_ms FROM case_definitions c
                           JOIN runs USING (run_id) JOIN case_history h ON h.agent = runs.agent AND h.key = c.key
                           WHERE c.run_id = ?),
            longest AS (SELECT number, round(log(1.1, duration_ms)) AS about FROM known
                        WHERE duration_ms >= 1000 AND duration_ms > (SELECT avg(duration_ms) FROM known)
                        ORDER BY duration_ms DESC LIMIT 1000)
            INSERT INTO first_cases (run_id, number, place)
            SELECT ?, number, row_number() OVER (ORDER BY about DESC, number) FROM longest
            """;
    private static final String HAS_LONG_ONES = """
            SELECT EXISTS (SELECT 1 FROM case_history h JOIN runs USING (agent)
                           WHERE runs.run_id = ? AND h.duration_ms >= 1000)
            """;
    private static final String LEARN = """
            INSERT INTO case_history AS known (agent, key, duration_ms, runs, flips, status)
            SELECT DISTINCT ON (c.key) runs.agent, c.key, r.working_ms, 1, 0, r.status
            FROM runs JOIN results r USING (run_id) JOIN case_definitions c USING (run_id, number)
            WHERE runs.run_id = ? AND r.run_day = (SELECT run_day FROM runs WHERE run_id = ?)
                  AND r.status IN ('passed', 'failed')
            ORDER BY c.key
            ON CONFLICT (agent, key) DO UPDATE SET
                duration_ms = (7 * known.duration_ms + 3 * excluded.duration_ms) / 10, runs = known.runs + 1,
                flips = known.flips + (known.status <> excluded.status)::int, status = excluded.status
            """;

    private final Database database;

    public HistoryTable(Database database) {
        this.database = database;
    }

    /** Decides which cases of a stored run are handed out before the others. */
    public void arrange(String run) {
        if (database.list(HAS_LONG_ONES, row -> row.getBoolean(1), run).getFirst()) {
            database.transaction(connection -> {
                withoutNestedLoops(connection);
                return Database.update(connection, ARRANGE, run, run);
            });
        }
    }

    /** Remembers how the cases of a run went that is over. */
    void learn(String run) {
        database.transaction(connection -> {
            withoutNestedLoops(connection);
            return Database.update(connection, LEARN, run, run);
        });
    }

    /** PostgreSQL knows nothing yet of rows that are just written, and would take a million for one. */
    private static void withoutNestedLoops(Connection connection) throws SQLException {
        Database.update(connection, "SET LOCAL enable_nestloop = off");
    }
}
