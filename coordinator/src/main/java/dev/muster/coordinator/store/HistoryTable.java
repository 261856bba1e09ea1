package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.coordinator.run.CaseHistory;
import dev.muster.coordinator.run.CaseHistory.Past;
import dev.muster.coordinator.run.CaseHistory.Verdict;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.Quarantine.Exempt;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The {@code case_history} table, and {@code first_cases}, which is derived from it. */
public final class HistoryTable {
    private final Database database;
    private final Writes writes;

    public HistoryTable(Database database, Writes writes) {
        this.database = database;
        this.writes = writes;
    }

    /** An agent as its cases are remembered in a project: the key of the table was made before there were projects. */
    private static String remembered(String agent, String project) {
        return agent + " || coalesce(E'\\n' || to_hex(hashtextextended(" + project + ", 0)), '')";
    }

    private static final String NAME = "split_part(agent, E'\\n', 1)";

    /**
     * The names under which the cells of a run are remembered: the agent, plus a connector that the run chose. A cell has
     * several where the cases name several agents; those of the cases are their own. An agent without a history in the
     * project has the one from before runs kept their project.
     */
    private static final String CELLS = """
            WITH named AS MATERIALIZED (
                SELECT project, place::int - 1 AS cell, concat_ws(' / ', one, each ->> 'connector') AS name,
                       each ->> 'agent' AS chosen,
                       CASE WHEN each ->> 'agent' IS NULL AND strpos(runs.agent, ', ') > 0 THEN one END AS own
                FROM runs, json_array_elements(coalesce(settings #> '{matrix,cells}', '[{}]'))
                           WITH ORDINALITY AS listed(each, place),
                     unnest(CASE WHEN each ->> 'agent' IS NULL THEN string_to_array(runs.agent, ', ')
                            ELSE ARRAY[each ->> 'agent'] END) AS one
                WHERE run_id = @run),
            remembered AS MATERIALIZED (SELECT *, $REMEMBERED AS agent FROM named),
            cells AS MATERIALIZED (
                SELECT *, CASE WHEN EXISTS (SELECT FROM case_history h WHERE h.agent = remembered.agent)
                          THEN agent ELSE name END AS past FROM remembered)
            """.replace("$REMEMBERED", remembered("name", "project"));

    /**
     * A case that took longer than the run's typical case is expected to do so again. The longest thousand are enough:
     * what counts is that none of them starts last. Times within a tenth of each other do not change the order of the
     * file.
     */
    private static final String ARRANGE = """
            , usual AS MATERIALIZED (SELECT avg(duration_ms) AS ms FROM known),
            longest AS (SELECT number, round(ln(duration_ms) / ln(1.1)) AS about FROM known, usual
                        WHERE duration_ms >= 1000 AND duration_ms > usual.ms ORDER BY duration_ms DESC LIMIT 1000)
            INSERT INTO first_cases (run_id, number, place)
            SELECT @run, number, row_number() OVER (ORDER BY about DESC, number) FROM longest
            """;
    private static final String KNOWN_OF_THE_RUN = CELLS + """
            , mine AS MATERIALIZED (SELECT number, key FROM case_definitions WHERE run_id = @run),
            known AS MATERIALIZED (SELECT number, (SELECT max(h.duration_ms) FROM cells CROSS JOIN LATERAL
                                                       (SELECT duration_ms FROM case_history
                                                        WHERE agent = cells.past AND key = mine.key LIMIT 1) h)
                                                  AS duration_ms FROM mine)
            """;
    /** For a large run, only the cases that took longest over all of the agent's runs are looked up. */
    private static final String KNOWN_OF_THE_AGENT = CELLS + """
            , top AS MATERIALIZED (SELECT key, duration_ms FROM case_history h
                                   JOIN cells ON cells.past = h.agent
                                   ORDER BY duration_ms DESC LIMIT 10000),
            known AS MATERIALIZED (SELECT number, max(duration_ms) AS duration_ms
                                   FROM top JOIN case_definitions USING (key) WHERE run_id = @run GROUP BY number)
            """;
    private static final String HAS_LONG_ONES = CELLS + """
            SELECT EXISTS (SELECT 1 FROM case_history h JOIN cells ON cells.past = h.agent
                           WHERE duration_ms >= 1000)
            """;
    /** A case that moved to another line of its file is still the same case: the definition leaves out its place. */
    private static final String WENT = """
            , went AS MATERIALIZED (
                SELECT cells.project, cells.agent, c.key, avg(r.working_ms) AS ms,
                       CASE WHEN bool_or(seen.verdict = 'flaky') OR min(seen.verdict) <> max(seen.verdict) THEN 'flaky'
                            ELSE min(seen.verdict) END AS verdict,
                       min(hashtextextended(left(c.definition, strpos(c.definition, '"source":{')) ||
                           substr(c.definition, strpos(c.definition, '"conversation":')), 0)) AS hash
                FROM runs JOIN results r USING (run_id) JOIN case_definitions c USING (run_id, number)
                     JOIN cells USING (cell),
                     LATERAL (SELECT CASE WHEN r.muted IS NOT NULL THEN r.muted WHEN r.cause <> ALL (@inRates) THEN NULL
                                          WHEN r.status IN ('passed', 'flaky') THEN r.status ELSE 'failed' END
                              AS verdict) seen
                WHERE runs.run_id = @run AND r.run_day = @day
                      AND seen.verdict IS NOT NULL
                      AND CASE WHEN cells.own IS NULL THEN true ELSE cells.own = c.definition::json ->> 'agent' END
                GROUP BY cells.project, cells.agent, c.key)
            """;
    private static final String FLAKED = """
            (excluded.status = 'flaky' OR (known.definition_hash = excluded.definition_hash
              AND known.status <> 'flaky' AND known.status <> excluded.status))::int
            """;
    /** All repeats of a case in a cell are one run of it; it is flaky when their results differ. */
    private static final String LEARN = CELLS + WENT + """
            INSERT INTO case_history AS known (project, agent, key, duration_ms, runs, flakes, status, fail_streak,
                                               definition_hash, recent)
            SELECT project, agent, key, ms, 1, (verdict = 'flaky')::int, verdict, (verdict = 'failed')::int, hash,
                   ARRAY[8 * @number + CASE verdict WHEN 'passed' THEN 0 WHEN 'failed' THEN 1 ELSE 6 END]
            FROM went ORDER BY agent, key
            ON CONFLICT (agent, key) DO UPDATE SET
                duration_ms = (7 * known.duration_ms + 3 * excluded.duration_ms) / 10, runs = known.runs + 1,
                flakes = known.flakes + %1$s, status = excluded.status, definition_hash = excluded.definition_hash,
                fail_streak = CASE excluded.status WHEN 'failed' THEN known.fail_streak + 1 ELSE 0 END,
                recent = (known.recent || (excluded.recent[1] | 4 * %1$s))
                         [greatest(1, cardinality(known.recent) - 48):]
            WHERE NOT @again OR NOT EXISTS (SELECT 1 FROM unnest(known.recent) AS run WHERE run / 8 = excluded.recent[1] / 8)
            """.formatted(FLAKED);
    /** For each entry, the first of the run's cases that fail in run after run, and how many there are. */
    private static final String FAILING = CELLS + """
            , failing AS (SELECT e.place, cells.cell, h.key, h.fail_streak,
                                 row_number() OVER (PARTITION BY e.place ORDER BY cells.cell, h.key) AS nth,
                                 count(*) OVER (PARTITION BY e.place) AS cases
                          FROM unnest(@patterns::text[], @agents::text[]) WITH ORDINALITY AS e(pattern, agent, place)
                               JOIN case_history h ON h.key LIKE e.pattern
                               JOIN cells ON cells.past = h.agent
                          WHERE h.fail_streak >= 5 AND coalesce(e.agent = cells.chosen, true)
                                AND h.key IN (SELECT key FROM case_definitions WHERE run_id = @run))
            SELECT place - 1 AS entry, cell, CASE WHEN cases <= 100 THEN key END AS key,
                   CASE WHEN cases <= 100 THEN fail_streak ELSE cases END AS failures
            FROM failing WHERE nth <= CASE WHEN cases <= 100 THEN 100 ELSE 1 END ORDER BY place, nth
            """;

    private static final String NEWEST = """
            SELECT key, status = 'passed' AS passed, definition_hash FROM case_history
            WHERE agent = @past AND key > @after AND (@all OR status <> 'passed') ORDER BY key LIMIT @atMost
            """;
    private static final String PAST = """
            SELECT name FROM unnest(ARRAY[$REMEMBERED, @agent::text]) WITH ORDINALITY AS h(name, nth)
            WHERE EXISTS (SELECT FROM case_history WHERE agent = h.name) ORDER BY nth LIMIT 1
            """.replace("$REMEMBERED", remembered("@agent::text", "@project::text"));
    /** Rows of before projects are of this one if they are of runs of its suites. */
    private static final String FLAKIEST = """
            WITH flakiest AS (
                SELECT $NAME AS agent, key, project, duration_ms, fail_streak, recent, flaked,
                       flaked::float8 / cardinality(recent) AS rate
                FROM case_history h,
                     LATERAL (SELECT count(*) FILTER (WHERE run & 3 > 1) AS mixed,
                                     count(*) FILTER (WHERE run & 4 <> 0 AND run & 3 < 2
                                                      AND nth > cardinality(recent) - $NEWEST) AS flips
                              FROM unnest(recent) WITH ORDINALITY AS each(run, nth)) counted,
                     LATERAL (SELECT mixed + CASE WHEN flips < $FLIPS THEN 0 ELSE flips END AS flaked) summed
                WHERE flakes > 0 AND flaked > 0
                      AND (@everything OR project IS NOT DISTINCT FROM @project::text
                           OR (@older AND project IS NULL AND (@suites::text[] IS NULL
                           OR EXISTS (SELECT FROM unnest(h.recent) AS run JOIN learned_runs l ON l.number = run / 8
                                      JOIN runs ON runs.run_id = l.run_id AND suite = ANY (@suites::text[])))))
                      AND (@agent::text IS NULL OR $NAME = @agent::text OR starts_with($NAME, @agent::text || ' / '))
                ORDER BY rate DESC, flaked DESC, agent, key, project LIMIT @atMost)
            SELECT agent, key, project, duration_ms, fail_streak, recent,
                   (SELECT array_agg(coalesce(l.run_id, '') ORDER BY nth)
                    FROM unnest(recent) WITH ORDINALITY AS each(run, nth)
                         LEFT JOIN learned_runs l ON l.number = each.run / 8) AS runs
            FROM flakiest ORDER BY rate DESC, flaked DESC, agent, key, project
            """.replace("$NAME", NAME).replace("$NEWEST", String.valueOf(CaseHistory.NEWEST))
            .replace("$FLIPS", String.valueOf(CaseHistory.FLIPS));

    /** Up to this many cases are looked up one by one. */
    private static final int FEW = 10_000;

    /** Learning from a run of a million cases takes a minute or two on two cores. */
    static final Duration LONG = Duration.ofMinutes(10);

    /** Creates a table for reading, and for writing where no leader exists. */
    public HistoryTable(Database database) {
        this(database, database);
    }

    /** Decides which of a stored run's cases are dispatched before the others. */
    public void arrange(String run, int cases) {
        if (database.list(HAS_LONG_ONES, row -> row.getBoolean(1), "run", run).getFirst()) {
            writes.writeLong(LONG, connection -> cases <= FEW
                    ? arrange(connection, "seqscan, bitmapscan", KNOWN_OF_THE_RUN, run)
                    : arrange(connection, "nestloop", KNOWN_OF_THE_AGENT, run));
        }
    }

    private static int arrange(Connection connection, String without, String known, String run) throws SQLException {
        Database.planWithout(connection, without);
        return Database.update(connection, known + ARRANGE, "run", run);
    }

    public void learn(String run) {
        writes.writeLong(LONG, connection -> {
            Database.planWithout(connection, "nestloop");
            var day = RunTable.day(connection, run);
            if (day.isEmpty()) {
                return 0; // deleted meanwhile
            }
            boolean again = Database.update(connection,
                    "INSERT INTO learned_runs (run_id) VALUES (@run) ON CONFLICT DO NOTHING", "run", run) == 0;
            int number = Database.list(connection, "SELECT number FROM learned_runs WHERE run_id = @run",
                    row -> row.getInt(1), "run", run).getFirst();
            return Database.update(connection, LEARN, "run", run, "day", day.get(), "inRates", CaseTable.IN_RATES,
                    "number", number,
                    "again", again);
        });
    }

    /** Returns for which cases of a stored run the quarantine is void, since they fail and are not flaky. */
    public List<Exempt> failing(String run, List<QuarantineEntry> entries) {
        var patterns = entries.stream().map(entry -> like(entry.cases())).toArray(String[]::new);
        var agents = entries.stream().map(QuarantineEntry::agent).toArray(String[]::new);
        return database.transaction(connection -> {
            Database.planWithout(connection, "nestloop");
            return Database.list(connection, FAILING, row -> new Exempt(row.getInt("entry"), row.getInt("cell"),
                    row.getString("key"), row.getInt("failures")), "run", run, "patterns", patterns, "agents", agents);
        });
    }

    /**
     * Returns the newest verdicts of an agent's cases, in the order of their keys; those from before runs kept their project
     * when it has none of this agent.
     *
     * @param project null for none
     * @param after the key before the first
     * @param all whether to return those that passed, too
     */
    public NewestVerdicts newest(@Nullable String project, String agent, String after, boolean all) {
        return database.transaction(connection -> {
            Database.planWithout(connection, "seqscan, bitmapscan, sort");
            var past = Database.list(connection, PAST, row -> row.getString(1), "project", project, "agent", agent);
            return past.isEmpty() ? new NewestVerdicts(false, List.of())
                    : new NewestVerdicts(true, Database.list(connection, NEWEST,
                            row -> new NewestVerdicts.Newest(row.getString("key"), row.getBoolean("passed"),
                                    row.getLong("definition_hash")),
                            "past", past.getFirst(), "after", after, "all", all, "atMost",
                            NewestVerdicts.PAGE));
        });
    }

    /** @param agent an agent, or the name of a cell; null for all */
    public List<CaseHistory> flakiest(ProjectScope scope, @Nullable String agent, int atMost) {
        return database.list(FLAKIEST, HistoryTable::history, scope, "agent", agent, "atMost", atMost);
    }

    private static CaseHistory history(ResultSet row) throws SQLException {
        var recent = (Integer[]) row.getArray("recent").getArray();
        var runs = (String[]) row.getArray("runs").getArray();
        var past = new ArrayList<Past>();
        for (int i = 0; i < recent.length; i++) {
            past.add(new Past(runs[i], verdict(recent[i] & 3), (recent[i] & 4) != 0));
        }
        return new CaseHistory(row.getString("agent"), row.getString("key"), row.getLong("duration_ms"),
                row.getInt("fail_streak"), past, row.getString("project"));
    }

    private static Verdict verdict(int code) {
        return switch (code) {
            case 0 -> Verdict.PASSED;
            case 1 -> Verdict.FAILED;
            default -> Verdict.FLAKY;
        };
    }

    private static String like(String pattern) {
        return pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").replace('*', '%');
    }
}
