package dev.muster.system.fire;

import module java.base;
import dev.muster.coordinator.run.RunCounts;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What PostgreSQL has of a run, read with separate queries, not by the classes that wrote it.
 *
 * @param results in the order of their {@code seq}
 */
record Stored(Run run, List<Result> results, long details, List<Attempt> attempts, List<Life> lives) {

    /** The run's own row. */
    record Run(RunState state, RunCounts counts, long lastSeq) {}

    /**
     * A row of results.
     *
     * @param finished when the worker had the verdict
     * @param at when it was stored
     */
    record Result(int number, long seq, String status, Instant finished, Instant at) {}

    /** An attempt that did not become the result. */
    record Attempt(int number, String kind, String incarnation, Instant at) {}

    /** One life of a worker in the fleet. */
    record Life(String incarnation, String worker, long pid, String state) {}

    Stored {
        results = List.copyOf(results);
        attempts = List.copyOf(attempts);
        lives = List.copyOf(lives);
    }

    static Stored read(Database database, String run) {
        return new Stored(database.list("SELECT * FROM runs WHERE run_id = @run", Stored::run, "run", run).getFirst(),
                database.list("SELECT * FROM results WHERE run_id = @run ORDER BY seq",
                        row -> new Result(row.getInt("number"), row.getLong("seq"), row.getString("status"),
                                row.getTimestamp("started_at").toInstant().plusMillis(row.getLong("duration_ms")),
                                time(row)),
                        "run", run),
                database.list("SELECT count(block) FROM results WHERE run_id = @run", row -> row.getLong(1), "run",
                        run)
                        .getFirst(),
                database.list("SELECT * FROM attempts WHERE run_id = @run ORDER BY stored_at",
                        row -> new Attempt(row.getInt("number"), row.getString("kind"), row.getString("incarnation"),
                                time(row)),
                        "run", run),
                database.list("SELECT * FROM workers ORDER BY joined_at", row -> new Life(row.getString("incarnation"),
                        row.getString("worker"), row.getLong("pid"), row.getString("state"))));
    }

    /** Returns the number of rows by status. */
    Map<String, Integer> byStatus() {
        var counted = new HashMap<String, Integer>();
        results.forEach(result -> counted.merge(result.status(), 1, Integer::sum));
        return counted;
    }

    private static Run run(ResultSet row) throws SQLException {
        return new Run(RunState.of(row.getString("state")),
                RunTable.counts(row),
                row.getLong("last_seq"));
    }

    private static Instant time(ResultSet row) throws SQLException {
        return row.getTimestamp("stored_at").toInstant();
    }
}
