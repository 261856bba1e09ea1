package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RunCounts;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.StoredRun;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The {@code runs} table. */
public final class RunTable {

    private static final String COLUMNS = """
            SELECT run_id, fleet, state, stop_reason, agent, input, settings, total, last_seq, passed, failed, errors,
                   skipped, cancelled, flaky, in_rates, created_at, started_at, finished_at,
                   paused_at IS NOT NULL AS paused, parent_run, owner, cost_usd, earlier_ms
                   + trunc(extract(epoch FROM coalesce(finished_at, paused_at, now())
                                   - coalesce(going_since, started_at)) * 1000)::bigint AS ran_ms
            FROM runs
            """;

    /** The fleet whose runs have different keys, as the index has it. */
    private static final String OF_KEYS = "(CASE WHEN starts_with(fleet, 'local-') THEN 'local-' ELSE fleet END)";

    /** Earlier versions stored keys as they are written. */
    private static final String OF_KEY = "((run_key = @key::text OR (run_key = @written::text AND owner IS NOT DISTINCT FROM @owner::text)) AND "
            + OF_KEYS + " = " + OF_KEYS.replace("fleet", "@fleet") + ")";

    /** Allows for the results of a large run that was cancelled. */
    private static final Duration LONG = Duration.ofMinutes(10);
    private final Database database;
    private final Writes writes;
    private final InstantSource clock;

    public RunTable(Database database, Writes writes, InstantSource clock) {
        this.database = database;
        this.writes = writes;
        this.clock = clock;
    }

    /** Creates a table for reading, and for writing where no leader exists. */
    public RunTable(Database database) {
        this(database, database);
    }

    public RunTable(Database database, Writes writes) {
        this(database, writes, InstantSource.system());
    }

    /** Adds a run that is being prepared, and the day's partitions. */
    public void create(String run, String fleet, String agent, RunSettings settings) {
        try {
            create(run, fleet, agent, settings, null, null);
        } catch (RefusedRun e) {
            throw new StoreException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * @param parent the run that its cases come from; null when it has cases of its own
     * @param by its owner, who requested it; null for the process itself
     * @throws RefusedRun when another run has its key, also one that is added at the same moment
     */
    public void create(String run, String fleet, String agent, RunSettings settings, @Nullable String parent,
            @Nullable Requester by) throws RefusedRun {
        var day = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        var json = Json.MAPPER.writeValueAsString(settings);
        var about = settings.about();
        int added = writes.write(connection -> {
            new Partitions(connection).ensure(day);
            int rows = Database.update(connection, """
                    INSERT INTO runs (run_id, run_day, fleet, state, agent, input, settings, parent_run, owner, run_key,
                                      suite, branch, project, cells, whole, in_rates)
                    SELECT @run, @day, @fleet, 'preparing', @agent, @input, @settings::json, @parent, @owner, @key,
                           @suite, @branch, @project, @cells, @whole, 0
                    WHERE NOT EXISTS (SELECT 1 FROM runs WHERE $OF_KEY)
                    ON CONFLICT DO NOTHING
                    """.replace("$OF_KEY", OF_KEY), "run", run, "day", day, "fleet", fleet, "agent", agent, "input",
                    String.join(", ", settings.inputs()), "settings", json, "parent", parent, "owner",
                    by == null ? null : by.name(), "key", owned(about.key(), by), "written", about.key(), "suite",
                    about.suite(), "branch",
                    about.labels().get(About.BRANCH), "project", about.project(), "cells",
                    settings.matrix().cells().stream().map(cell -> cell.name(agent)).toArray(String[]::new), "whole",
                    parent == null && about.part() == null);
            if (rows > 0) {
                Database.update(connection, """
                        INSERT INTO run_labels (run_id, name, value)
                        SELECT @run, key, value FROM json_each_text(@settings::json #> '{about,labels}')
                        """, "run", run, "settings", json);
            }
            if (rows > 0 && by != null) {
                AuditTable.add(connection, fleet, Deed.of(by, "run", run));
            }
            return rows;
        });
        if (added == 0) {
            throw new RefusedRun("--run-key " + about.key() + ": "
                    + ofKey(fleet, String.valueOf(about.key()), by).map(first -> "run " + first.id()
                            + " of " + first.createdAt() + " has that key (it is " + first.state().wire() + ")")
                            .orElse("another run had that key a moment ago")
                    + ", and a key is for one run; continue it with --resume, or delete it with muster runs --delete");
        }
    }

    private Optional<StoredRun> ofKey(String fleet, String key, @Nullable Requester by) {
        return database.list(COLUMNS + " WHERE " + OF_KEY, RunTable::run, "key", owned(key, by), "written", key,
                "owner", by == null ? null : by.name(), "fleet", fleet).stream().findFirst();
    }

    /** Returns a key as it is stored: else one owner could take the keys that another one will need tomorrow. */
    private static @Nullable String owned(@Nullable String key, @Nullable Requester by) {
        return key == null || by == null ? key : by.name() + "\n" + key;
    }

    /** Sets the settings as known once the run's cases are stored. */
    public void set(String run, RunSettings settings) {
        writes.write(connection -> Database.update(connection, """
                UPDATE runs SET settings = @settings::json WHERE run_id = @run
                """, "settings", Json.MAPPER.writeValueAsString(settings), "run", run));
    }

    /** Starts a run whose cases are all stored; throws when it was given up meanwhile. */
    public void start(String run, int total) {
        int started = writes.write(connection -> Database.update(connection, """
                UPDATE runs SET state = 'running', total = @total, started_at = now(), going_since = now()
                WHERE run_id = @run AND state = 'preparing'
                """, "total", total, "run", run));
        if (started == 0) {
            throw new StoreException("run " + run + " was abandoned while its suite was being sent; send it again");
        }
    }

    /**
     * Deletes all traces of a run that never started. One that did start keeps its cases, even if its owner was
     * not notified: the answer to a commit can be lost.
     */
    public void discard(String run) {
        writes.writeLong(LONG, connection -> {
            if (Database.update(connection, "DELETE FROM runs WHERE run_id = @run AND state = 'preparing'", "run",
                    run) > 0) {
                for (var sql : List.of("DELETE FROM first_cases WHERE run_id = @run",
                        "DELETE FROM run_parts WHERE run_id = @run",
                        "DELETE FROM case_definitions WHERE run_id = @run")) {
                    Database.update(connection, sql, "run", run);
                }
            }
            return null;
        });
    }

    /**
     * Returns the day of a run, for a statement on its results: with a parameter, PostgreSQL plans for that day's
     * partition; with a subquery it would plan for, and lock, those of all days.
     */
    public static Optional<LocalDate> day(Connection connection, String run) throws SQLException {
        return Database.list(connection, "SELECT run_day FROM runs WHERE run_id = @run",
                row -> row.getObject(1, LocalDate.class), "run", run).stream().findFirst();
    }

    static void over(Connection connection, String run, RunState state, @Nullable String reason) throws SQLException {
        Database.update(connection, """
                UPDATE runs SET state = @state, stop_reason = @reason, finished_at = now(), paused_at = NULL,
                       going_since = going_since + coalesce(now() - paused_at, interval '0')
                WHERE run_id = @run
                """, "state", state, "reason", reason, "run", run);
    }

    /** Stores that a run is being stopped, so the next leader continues that. */
    static void stop(Connection connection, String run, Stop stop) throws SQLException {
        Database.update(connection, """
                UPDATE runs SET stopping_end = @end, stopping_reason = @reason, stopping_drop_at = @dropAt
                WHERE run_id = @run
                """, "run", run, stop);
    }

    static void pause(Connection connection, String run, boolean paused) throws SQLException {
        Database.update(connection,
                paused ? "UPDATE runs SET paused_at = coalesce(paused_at, now()) WHERE run_id = @run"
                        : """
                        UPDATE runs SET going_since = going_since + (now() - paused_at), paused_at = NULL
                        WHERE run_id = @run AND paused_at IS NOT NULL
                        """,
                "run", run);
    }

    public Optional<StoredRun> find(String run) {
        return database.list(COLUMNS + " WHERE run_id = @run", RunTable::run, "run", run).stream().findFirst();
    }

    /** Returns a few runs whose id starts with a prefix, newest first. */
    public List<StoredRun> startingWith(String prefix) {
        return database.list(COLUMNS + " WHERE starts_with(run_id, @prefix) ORDER BY created_at DESC LIMIT 6",
                RunTable::run, "prefix", prefix);
    }

    /**
     * Returns the newest runs that have all of some labels.
     *
     * @param fleet null for all
     * @param after how many to leave out, the newest
     */
    public List<StoredRun> newest(@Nullable String fleet, ProjectScope scope, Map<String, String> labels,
            boolean prepared, int after, int atMost) {
        return database.list(COLUMNS + """
                WHERE (@fleet::text IS NULL OR fleet = @fleet) AND $IN_SCOPE AND NOT (@prepared AND state = 'preparing')
                      AND (@number = 0 OR run_id IN (SELECT run_id FROM run_labels
                           JOIN json_each_text(@labels::json) AS label(key, given) ON name = key AND value = given
                           GROUP BY run_id HAVING count(*) = @number))
                ORDER BY created_at DESC LIMIT @atMost OFFSET @after
                """.replace("$IN_SCOPE", ProjectTable.IN_SCOPE), RunTable::run, scope, "fleet", fleet, "prepared",
                prepared, "number", labels.size(), "labels",
                Json.MAPPER.writeValueAsString(labels), "after", after, "atMost", atMost);
    }

    /** A run as the last of a page. */
    public record Place(@Nullable Instant createdAt, String id) {}

    /** Returns runs, newest first, after one; null for the first page. */
    public List<StoredRun> page(RunFilter filter, @Nullable Place after, int atMost) {
        return database.list(COLUMNS + """
                WHERE (@fleet::text IS NULL OR fleet = @fleet) AND $IN_SCOPE AND (@suite::text IS NULL OR @suite IN (suite, input))
                      AND (@agent::text IS NULL OR agent = @agent OR @agent = ANY (cells))
                      AND (@state::text IS NULL OR CASE WHEN paused_at IS NULL THEN state ELSE 'paused' END = @state)
                      AND NOT EXISTS (SELECT 1 FROM json_each_text(@labels::json) AS label WHERE NOT EXISTS
                          (SELECT 1 FROM run_labels l WHERE l.run_id = runs.run_id AND name = key AND l.value = label.value))
                      AND (@text::text IS NULL
                           OR strpos(lower(concat_ws(' ', run_id, input, agent, owner)), lower(@text)) > 0
                           OR EXISTS (SELECT 1 FROM run_labels l WHERE l.run_id = runs.run_id
                                      AND strpos(lower(name || '=' || value), lower(@text)) > 0))
                      AND (@createdAt::timestamptz IS NULL OR (created_at, run_id) < (@createdAt, @id))
                ORDER BY created_at DESC, run_id DESC LIMIT @atMost
                """.replace("$IN_SCOPE", ProjectTable.IN_SCOPE), RunTable::run, "labels",
                Json.MAPPER.writeValueAsString(filter.labels()), "atMost", atMost,
                filter, after == null ? new Place(null, "") : after);
    }

    /** Returns the newest whole run of a suite, in a project or in none, that is over. */
    public Optional<StoredRun> newestWhole(@Nullable String fleet, String suite, @Nullable String project) {
        return database.list(COLUMNS + """
                WHERE suite = @suite AND whole AND finished_at IS NOT NULL AND (@fleet::text IS NULL OR fleet = @fleet)
                      AND project IS NOT DISTINCT FROM @project::text
                ORDER BY created_at DESC LIMIT 1
                """, RunTable::run, "suite", suite, "fleet", fleet, "project", project).stream().findFirst();
    }

    /** Returns the newest whole run before a whole run, of the same suite and project; empty for a part of a suite. */
    Optional<StoredRun> wholeBefore(@Nullable String fleet, StoredRun run) {
        return database.list(COLUMNS + """
                WHERE whole AND finished_at IS NOT NULL AND (@fleet::text IS NULL OR fleet = @fleet)
                      AND (created_at, run_id) < (SELECT created_at, run_id FROM runs WHERE run_id = @run)
                      AND suite = (SELECT suite FROM runs WHERE run_id = @run AND whole)
                      AND project IS NOT DISTINCT FROM (SELECT project FROM runs WHERE run_id = @run)
                ORDER BY created_at DESC, run_id DESC LIMIT 1
                """, RunTable::run, "fleet", fleet, "run", run.id()).stream().findFirst();
    }

    private static StoredRun run(ResultSet row) throws SQLException {
        return new StoredRun(row.getString("run_id"), row.getString("fleet"), RunState.of(row.getString("state")),
                row.getString("stop_reason"), row.getString("agent"), row.getString("input"),
                settings(row), counts(row),
                row.getLong("last_seq"), instant(row, "created_at"), instant(row, "started_at"),
                instant(row, "finished_at"), ran(row), row.getBoolean("paused"), row.getString("parent_run"),
                row.getString("owner"), row.getBigDecimal("cost_usd"));
    }

    private static @Nullable Duration ran(ResultSet row) throws SQLException {
        long millis = row.getLong("ran_ms");
        return row.wasNull() ? null : Duration.ofMillis(millis);
    }

    /** A run that is followed is read many times a second, always with the same settings. */
    private record ReadSettings(String text, RunSettings settings) {

        private static volatile @Nullable ReadSettings latest;

        static RunSettings of(String text) {
            var read = latest;
            if (read == null || !read.text.equals(text)) {
                read = new ReadSettings(text, Json.MAPPER.readValue(text, RunSettings.class));
                latest = read;
            }
            return read.settings;
        }
    }

    private static RunSettings settings(ResultSet row) throws SQLException {
        try {
            return ReadSettings.of(row.getString("settings"));
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new StoreException("the settings of run " + row.getString("run_id") + " can't be read ("
                    + JsonTrouble.firstLine(e) + "); another version of Muster may have written them: use that one");
        }
    }

    /** Reads the counters in a row of the table. */
    public static RunCounts counts(ResultSet row) throws SQLException {
        int rated = row.getInt("in_rates");
        boolean unknown = row.wasNull();
        int passed = row.getInt("passed");
        int failed = row.getInt("failed");
        int flaky = row.getInt("flaky");
        return new RunCounts(row.getInt("total"), passed, failed, row.getInt("errors"), row.getInt("skipped"),
                row.getInt("cancelled"), flaky, unknown ? passed + failed + flaky : rated);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}
