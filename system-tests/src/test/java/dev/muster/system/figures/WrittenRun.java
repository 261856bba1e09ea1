package dev.muster.system.figures;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.RetryPolicy;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/** A run whose results a test writes itself. */
public final class WrittenRun {

    private static final String INSERT = """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, duration_ms,
                                 working_ms, score, cost_usd, tokens_in, tokens_out, first_event_ms, key)
            SELECT run_day, run_id, @number, @cell, @repeat, @seq, @status, @cause, 1, @millis, @millis, @score, @cost,
                   10, 20, @firstEvent, 'suite.jsonl#c' || @number
            FROM runs WHERE run_id = @run
            """;

    private final Database database;
    private final String id;
    private long seq;

    public WrittenRun(Database database, String id, RunSettings settings) {
        this(database, id, "shop", settings);
    }

    /** @param agents as a run shows them, {@code shop, store} */
    public WrittenRun(Database database, String id, String agents, RunSettings settings) {
        this.database = database;
        this.id = id;
        new RunTable(database).create(id, "local-test", agents, settings);
    }

    private WrittenRun(Database database, String id, long seq) {
        this.database = database;
        this.id = id;
        this.seq = seq;
    }

    /** Returns a run that is there, without results. */
    public static WrittenRun of(Database database, String id) {
        return new WrittenRun(database, id, 0);
    }

    public WrittenRun(Database database, String id) {
        this(database, id, settings());
    }

    public static RunSettings settings() {
        return new RunSettings(List.of("suite.jsonl"), ProjectConfig.Targets.NONE,
                RunSettings.Pacing.of(1, Duration.ofMinutes(5)), new RunSettings.Policies(false, 2, RetryPolicy.DEFAULT,
                        FailedAgain.NEVER, Gate.NONE, Quarantine.NONE),
                CaseNeeds.NONE, Matrix.ONCE);
    }

    /** Returns the figures of each cell of a run. */
    public static List<CellFigures> figures(Database database, String run) {
        return database.transaction(connection -> {
            Database.forLargeRuns(connection);
            return Figures.of(connection, run, Overlay.PLAIN, true);
        });
    }

    public String id() {
        return id;
    }

    /** Adds a result of the case {@code suite.jsonl#c<number>}. */
    public WrittenRun result(int number, int cell, int repeat, String status, String cause) {
        return result(number, cell, repeat, status, cause, 100, null, null);
    }

    public WrittenRun result(int number, int cell, int repeat, String status, String cause, long millis,
            @Nullable Double score, @Nullable Double cost) {
        seq++;
        database.update(INSERT, "number", number, "cell", cell, "repeat", repeat, "seq", seq, "status", status, "cause",
                cause, "millis", millis, "score", score, "cost", cost, "firstEvent", millis / 2, "run", id);
        return this;
    }

    public WrittenRun passed(int... numbers) {
        for (int number : numbers) {
            result(number, 0, 0, "passed", "none");
        }
        return this;
    }

    public WrittenRun failed(int... numbers) {
        for (int number : numbers) {
            result(number, 0, 0, "failed", "assertion");
        }
        return this;
    }

    /** Ends the run, with counters that match its results. */
    public WrittenRun over() {
        database.update("""
                UPDATE runs SET state = 'finished', started_at = created_at, finished_at = now(), last_seq = @lastSeq,
                    (total, passed, failed, errors, skipped, cancelled, flaky, in_rates) =
                    (SELECT count(*), count(*) FILTER (WHERE status = 'passed'),
                            count(*) FILTER (WHERE status = 'failed'), count(*) FILTER (WHERE status = 'error'),
                            count(*) FILTER (WHERE status = 'skipped'), count(*) FILTER (WHERE status = 'cancelled'),
                            count(*) FILTER (WHERE status = 'flaky'), count(*) FILTER (WHERE cause IN %s)
                     FROM results r WHERE r.run_id = runs.run_id)
                WHERE run_id = @run
                """.formatted(Figures.IN_RATES), "lastSeq", seq, "run", id);
        return this;
    }
}
