package dev.muster.coordinator.store;

import java.sql.Connection;
import java.sql.SQLException;

/** The {@code case_history} table, and {@code first_cases} that follow from it. */
public final class HistoryTable {

    /** Under which name each cell of a run is remembered: its agent, with a connector that the run chose. */
    private static final String CELLS = """
            WITH cells AS MATERIALIZED (
                SELECT place::int - 1 AS cell, concat_ws(' / ', coalesce(each ->> 'agent', runs.agent),
                                                         each ->> 'connector') AS agent
                FROM runs, json_array_elements(coalesce(settings #> '{matrix,cells}', '[{}]'))
                           WITH ORDINALITY AS told(each, place) WHERE run_id = ?)
            """;

    /**
     * A case that took longer than the run's usual one is expected to do so again. The longest thousand are enough:
     * what counts is that none of them is begun last. Times within a tenth of each other are no reason to leave the
     * order of the file.
     */
    private static final String ARRANGE = """
            , usual AS (SELECT avg(duration_ms) AS ms FROM known),
            longest AS (SELECT number, round(ln(duration_ms) / ln(1.1)) AS about FROM known, usual
                        WHERE duration_ms >= 1000 AND duration_ms > usual.ms ORDER BY duration_ms DESC LIMIT 1000)
            INSERT INTO first_cases (run_id, number, place)
            SELECT ?, number, row_number() OVER (ORDER BY about DESC, number) FROM longest
            """;
    private static final String KNOWN_OF_THE_RUN = CELLS + """
            , mine AS MATERIALIZED (SELECT number, key FROM case_definitions WHERE run_id = ?),
            known AS MATERIALIZED (SELECT number, (SELECT max(duration_ms) FROM case_history h JOIN cells USING (agent)
                                                   WHERE h.key = mine.key) AS duration_ms FROM mine)
            """;
    /** Of a large run only those are looked for that took longest of all that the agent's runs know. */
    private static final String KNOWN_OF_THE_AGENT = CELLS + """
            , top AS MATERIALIZED (SELECT key, duration_ms FROM case_history JOIN cells USING (agent)
                                   ORDER BY duration_ms DESC LIMIT 10000),
            known AS MATERIALIZED (SELECT number, max(duration_ms) AS duration_ms
                                   FROM top JOIN case_definitions USING (key) WHERE run_id = ? GROUP BY number)
            """;
    private static final String HAS_LONG_ONES = CELLS + """
            SELECT EXISTS (SELECT 1 FROM case_history JOIN cells USING (agent) WHERE duration_ms >= 1000)
            """;
    /** All repeats of a case in a cell are one run of it, which passed when all of them did. */
    private static final String LEARN = CELLS + """
            INSERT INTO case_history AS known (agent, key, duration_ms, runs, flips, status)
            SELECT cells.agent, c.key, avg(r.working_ms), 1, 0,
                   CASE WHEN bool_and(r.status = 'passed') THEN 'passed' ELSE 'failed' END
            FROM runs JOIN results r USING (run_id) JOIN case_definitions c USING (run_id, number)
                 JOIN cells USING (cell)
            WHERE runs.run_id = ? AND r.run_day = (SELECT run_day FROM runs WHERE run_id = ?)
                  AND r.status IN ('passed', 'failed')
            GROUP BY cells.agent, c.key
            ON CONFLICT (agent, key) DO UPDATE SET
                duration_ms = (7 * known.duration_ms + 3 * excluded.duration_ms) / 10, runs = known.runs + 1,
                flips = known.flips + (known.status <> excluded.status)::int, status = excluded.status
            """;

    /** Cases that are looked up one by one. */
    private static final int FEW = 10_000;

    private final Database database;

    public HistoryTable(Database database) {
        this.database = database;
    }

    /**
     * Decides which cases of a stored run are handed out before the others.
     *
     * @param cases how many it has
     */
    public void arrange(String run, int cases) {
        if (database.list(HAS_LONG_ONES, row -> row.getBoolean(1), run).getFirst()) {
            database.transaction(connection -> cases <= FEW
                    ? arrange(connection, "seqscan, bitmapscan", KNOWN_OF_THE_RUN, run)
                    : arrange(connection, "nestloop", KNOWN_OF_THE_AGENT, run));
        }
    }

    private static int arrange(Connection connection, String without, String known, String run) throws SQLException {
        planWithout(connection, without);
        return Database.update(connection, known + ARRANGE, run, run, run);
    }

    /** Remembers how the cases of a run went that is over. */
    void learn(String run) {
        database.transaction(connection -> {
            planWithout(connection, "nestloop");
            return Database.update(connection, LEARN, run, run, run);
        });
    }

    /** PostgreSQL knows nothing yet of rows that are just written, and takes a million for a few, or few for many. */
    private static void planWithout(Connection connection, String kinds) throws SQLException {
        for (var kind : kinds.split(",", -1)) {
            Database.update(connection, "SET LOCAL enable_" + kind.strip() + " = off");
        }
    }
}
