package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Takes up what a fleet's earlier coordinators left. It reads, except where a run can't continue: one whose cases were
 * not all stored is stopped, one that can't be read is interrupted.
 */
public final class Inheriting {

    private static final String OPEN = """
            SELECT run_id, total, settings, passed + failed + errors + skipped + cancelled + flaky AS finished,
                   errors, paused_at IS NOT NULL AS paused, stopping_end, stopping_reason, stopping_drop_at,
                   (extract(epoch FROM coalesce(paused_at, now()) - coalesce(going_since, now())) * 1000)::bigint AS elapsed_ms
            FROM runs WHERE state = 'running' AND
            """;
    /** Its process ended at some time after its newest result; the time since then is none of its own. */
    private static final String WAS_GOING = """
            UPDATE runs SET going_since = now(), earlier_ms = earlier_ms + greatest(0, (extract(epoch FROM
                   (SELECT max(stored_at) FROM results r WHERE r.run_day = runs.run_day AND r.run_id = runs.run_id)
                   - coalesce(going_since, started_at)) * 1000)::bigint)
            WHERE fleet = @fleet AND state = 'running' AND paused_at IS NULL
            """;
    private static final String BLAMES = "(a.status = 'failed' AND a.cause = ANY (@blaming))";
    private static final String UNFINISHED = """
            (SELECT true FROM results r WHERE r.run_day = @day
                  AND r.run_id = a.run_id AND r.number = a.number AND r.cell = a.cell AND r.repeat = a.repeat) IS NULL
            """;
    private static final String PAST = """
            SELECT a.number, a.cell, a.repeat, count(*) AS attempts,
                   count(*) FILTER (WHERE kind = 'retried' AND NOT $BLAMES AND cause <> 'worker_paused') AS retries,
                   count(*) FILTER (WHERE kind = 'retried' AND $BLAMES) AS failures,
                   count(*) FILTER (WHERE kind = 'worker_lost' AND coalesce(error, '') <> ALL (@uncharged)) AS losses,
                   count(*) FILTER (WHERE kind = 'worker_lost' AND starts_with(error, @overdue)) AS overdue,
                   count(*) FILTER (WHERE kind = 'worker_lost' AND (error = @crowd OR starts_with(error, @touch))) AS crowded
            FROM attempts a
            WHERE a.run_id = @run AND kind <> 'superseded' AND $UNFINISHED
            GROUP BY a.number, a.cell, a.repeat
            """.replace("$BLAMES", BLAMES).replace("$UNFINISHED", UNFINISHED);
    private static final String FAILED = """
            SELECT DISTINCT ON (a.number, a.cell, a.repeat) a.*, definition
            FROM attempts a CROSS JOIN LATERAL (SELECT definition FROM case_definitions
                                                WHERE run_id = a.run_id AND number = a.number LIMIT 1) AS defined
            WHERE a.run_id = @run AND kind = 'retried' AND $BLAMES AND $UNFINISHED
            ORDER BY a.number, a.cell, a.repeat, a.attempt DESC
            """.replace("$BLAMES", BLAMES).replace("$UNFINISHED", UNFINISHED);

    private static final String COST = """
            SELECT coalesce(sum(coalesce(cost_usd, 0) + coalesce(helper_cost_usd, 0)), 0)
            FROM (SELECT cost_usd, helper_cost_usd FROM results
                  WHERE run_day = @day AND run_id = @run
                  UNION ALL SELECT cost_usd, helper_cost_usd FROM attempts WHERE run_id = @run) AS paid
            """;

    private static final Logger LOG = LoggerFactory.getLogger(Inheriting.class);
    private final Database database;

    public Inheriting(Database database) {
        this.database = database;
    }

    /** Returns all that a new leader takes over. A run whose cases were not all stored yet is given up. */
    public Inheritance of(Leadership leadership) {
        var fleet = leadership.fleet();
        leadership.write(connection -> Database.update(connection, """
                UPDATE runs SET state = 'stopped', finished_at = now(),
                       stop_reason = 'interrupted: its coordinator ended while the suite was being sent'
                WHERE fleet = @fleet AND state = 'preparing'
                """, "fleet", fleet));
        if (fleet.startsWith(StoredRun.LOCAL)) {
            leadership.write(connection -> Database.update(connection, WAS_GOING, "fleet", fleet));
        }
        var runs = running(fleet).stream().flatMap(run -> openOrPark(leadership, run).stream()).toList();
        var read = new HashMap<Integer, Long>();
        database.list("SELECT topic_partition, next_offset FROM results_read WHERE fleet = @fleet",
                row -> read.put(row.getInt(1), row.getLong(2)), "fleet", fleet);
        var readUpTo = database.list("SELECT next_offset FROM workers_read WHERE fleet = @fleet", row -> row.getLong(1),
                "fleet", fleet);
        return new Inheritance(runs, read, readUpTo.isEmpty() ? null : readUpTo.getFirst(),
                incarnations(fleet, "fenced"),
                incarnations(fleet, "left"), names(fleet));
    }

    /** Returns the runs that are not over, oldest first. */
    public List<String> running(String fleet) {
        return inState("running", fleet);
    }

    /** Returns the runs whose cases are not all stored, oldest first. */
    public List<String> preparing(String fleet) {
        return inState("preparing", fleet);
    }

    private List<String> inState(String state, String fleet) {
        return database.list("SELECT run_id FROM runs WHERE fleet = @fleet AND state = @state ORDER BY created_at",
                row -> row.getString(1), "fleet", fleet, "state", state);
    }

    /** Opens a run. One that can't be read is interrupted, for a Muster that can; the others continue. */
    public Optional<OpenRun> openOrPark(Leadership leadership, String run) {
        try {
            return run(run);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            var reason = "its settings can't be read (" + JsonTrouble.firstLine(e)
                    + "); another version of Muster may have written them: resume it with that one";
            LOG.error("run {} is parked: {}", run, reason);
            leadership.write(connection -> {
                RunTable.over(connection, run, RunState.INTERRUPTED, reason);
                return true;
            });
            return Optional.empty();
        }
    }

    private Map<String, String> names(String fleet) {
        var names = new HashMap<String, String>();
        database.list("SELECT incarnation, worker FROM workers WHERE fleet = @fleet AND state = 'joined'",
                row -> names.put(row.getString(1), row.getString(2)), "fleet", fleet);
        return names;
    }

    private Set<String> incarnations(String fleet, String state) {
        return new HashSet<>(database.list("SELECT incarnation FROM workers WHERE fleet = @fleet AND state = @state",
                row -> row.getString(1), "fleet", fleet, "state", state));
    }

    public Optional<OpenRun> run(String run) {
        return database.list(OPEN + "run_id = @run", Inheriting::open, "run", run).stream().findFirst()
                .map(this::withPast);
    }

    private OpenRun withPast(OpenRun run) {
        var past = new HashMap<CaseRef, EarlierAttempts>();
        var day = day(run);
        database.list(PAST, row -> {
            return past.put(new CaseRef(run.id(), row.getInt("number"), row.getInt("cell"), row.getInt("repeat")),
                    new EarlierAttempts(row.getInt("attempts"), row.getInt("retries"), row.getInt("losses"),
                            row.getInt("failures"), row.getInt("overdue"), row.getInt("crowded"), null));
        }, "run", run.id(), "day", day, "blaming", Overlay.BLAMING, "uncharged",
                LostAttempt.UNCHARGED.toArray(String[]::new),
                "overdue",
                LostAttempt.OVERDUE.sentence(), "crowd", LostAttempt.CROWD.sentence(), "touch",
                Verdict.LOST_TOUCH);
        if (past.values().stream().anyMatch(each -> each.failures() > 0)) {
            database.list(FAILED, row -> failed(run.id(), row), "run", run.id(), "day", day, "blaming", Overlay.BLAMING)
                    .stream()
                    .flatMap(Optional::stream)
                    .forEach(found -> past.computeIfPresent(found.attempt().ref(), (_, known) -> known.with(found)));
        }
        return new OpenRun(run.id(), run.total(), run.settings(), run.finished(), past, spent(run), run.stop());
    }

    private LocalDate day(OpenRun run) {
        return database.connected(connection -> RunTable.day(connection, run.id())).orElse(LocalDate.EPOCH);
    }

    /** Empty for a case whose definition can't be read: it ends as an error. */
    private static Optional<FailedEarlier> failed(String run, ResultSet row) throws SQLException {
        try {
            var earlier = AttemptTable.attempt(row);
            return Optional.of(new FailedEarlier(
                    new Settlement.Attempt(
                            new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat")),
                            new Dispatch(row.getLong("epoch"), row.getLong("n")), earlier.attempt(),
                            Settlement.AttemptKind.RETRIED, earlier.worker(), row.getString("incarnation"),
                            Verdict.failed(Cause.of(earlier.cause()), earlier.error()), earlier.startedAt(),
                            earlier.durationMs(), earlier.spent()),
                    Json.MAPPER.readValue(row.getString("definition"), TestCase.class)));
        } catch (JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Adds up the cost only where it is limited, because that reads all results of the run. */
    private SpentSoFar spent(OpenRun run) {
        var before = run.soFar();
        return run.settings().pacing().limits().maxCostUsd() == null ? before
                : new SpentSoFar(
                        database.list(COST, row -> row.getBigDecimal(1), "run", run.id(), "day", day(run)).getFirst(),
                        before.errors(), before.elapsed(), before.paused());
    }

    private static OpenRun open(ResultSet row) throws SQLException {
        return new OpenRun(row.getString("run_id"), row.getInt("total"),
                Json.MAPPER.readValue(row.getString("settings"), RunSettings.class), row.getInt("finished"), Map.of(),
                new SpentSoFar(BigDecimal.ZERO, row.getInt("errors"), Duration.ofMillis(row.getLong("elapsed_ms")),
                        row.getBoolean("paused")),
                stop(row));
    }

    private static @Nullable Stop stop(ResultSet row) throws SQLException {
        var end = row.getString("stopping_end");
        return end == null ? null : new Stop(RunState.of(end), row.getString("stopping_reason"),
                row.getTimestamp("stopping_drop_at").toInstant());
    }
}
