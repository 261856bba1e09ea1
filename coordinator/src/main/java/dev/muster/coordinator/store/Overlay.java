package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.StoredCase;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run with what its re-runs replaced: what says nothing about the agent by whatever came of it later, a
 * failure of the agent by a later verdict on it. A case in which the agent failed and that passed in a re-run is flaky.
 * Stored verdicts stay as they are.
 */
public final class Overlay {

    /** The table of results without an overlay. */
    public static final String PLAIN = "results";

    /** The causes of failures of the agent. */
    static final String[] BLAMING = Stream.of(Cause.values()).filter(Cause::blamesAgent).map(Cause::wire)
            .toArray(String[]::new);

    /** Re-runs of a run and re-runs of those, oldest first. */
    private static final String RERUNS = """
            WITH RECURSIVE reruns AS (
                SELECT run_id, created_at FROM runs WHERE parent_run = @run
                UNION SELECT child.run_id, child.created_at FROM runs child JOIN reruns ON child.parent_run = reruns.run_id)
            SELECT run_id FROM reruns ORDER BY created_at, run_id
            """;
    /**
     * Cases are numbered anew in a re-run; their keys stay. A pass is more telling than a failure, the newest most. Each
     * step is one that PostgreSQL can't plan wrongly without statistics.
     */
    private static final String REPLACED = """
            WITH part AS MATERIALIZED (
                     SELECT c.key, r.cell, r.repeat, r.status, r.run_id, r.seq, runs.created_at,
                            r.status = 'failed' AND r.cause = ANY (@blaming) AS blames
                     FROM runs JOIN results r ON r.run_day = runs.run_day AND r.run_id = runs.run_id
                          CROSS JOIN LATERAL (SELECT key FROM case_definitions
                                              WHERE run_id = r.run_id AND number = r.number LIMIT 1) c
                     WHERE runs.run_id = ANY (@reruns) AND r.status <> 'cancelled'),
                 whole AS MATERIALIZED (
                     SELECT number, key FROM case_definitions
                     WHERE run_id = @run AND key = ANY (ARRAY (SELECT key FROM part)))
            SELECT number, cell, repeat, by_run, by_seq, flaky FROM (
                SELECT whole.number, part.cell, part.repeat, part.run_id AS by_run, part.seq AS by_seq,
                       part.status = 'passed' AND bool_or(old.blames OR part.blames OR part.status = 'flaky')
                           OVER (PARTITION BY whole.number, part.cell, part.repeat) AS flaky,
                       row_number() OVER (PARTITION BY whole.number, part.cell, part.repeat ORDER BY
                           CASE WHEN part.status IN ('passed', 'flaky') THEN 0 WHEN part.blames THEN 1 ELSE 2 END, part.created_at DESC) AS place
                FROM part JOIN whole USING (key)
                     CROSS JOIN LATERAL (SELECT status, status = 'failed' AND cause = ANY (@blaming) AS blames FROM results
                                         WHERE run_day = (SELECT run_day FROM runs WHERE run_id = @run)
                                               AND run_id = @run AND number = whole.number AND cell = part.cell
                                               AND repeat = part.repeat LIMIT 1) old
                WHERE part.status IN ('passed', 'flaky') OR part.blames OR old.status = 'error'
                      OR (old.status = 'failed' AND NOT old.blames)) AS by_case
            WHERE place = 1
            """;
    /** A flaky case that passed again has its reason in the older run. */
    private static final String REPLACING = """
            CREATE TEMP TABLE $NAME ON COMMIT DROP AS
            WITH replaced AS ($REPLACED)
            SELECT $COLUMNS, CASE WHEN failed_before THEN whole.run_id ELSE by_run END AS src_run,
                   CASE WHEN failed_before THEN replaced.number ELSE r.number END AS src_number
            FROM replaced JOIN runs ON runs.run_id = by_run
                 JOIN results r ON r.run_day = runs.run_day AND r.run_id = by_run AND r.seq = by_seq
                 JOIN runs whole ON whole.run_id = @run
                 CROSS JOIN LATERAL (SELECT replaced.flaky AND r.status = 'passed' AS failed_before) AS before
            """.replace("$REPLACED", REPLACED);
    private static final String OVER = """
            (SELECT results.*, run_id AS src_run, number AS src_number FROM results
             WHERE NOT EXISTS (SELECT 1 FROM $NAME AS by WHERE by.run_id = results.run_id AND by.number = results.number
                               AND by.cell = results.cell AND by.repeat = results.repeat)
             UNION ALL SELECT * FROM $NAME)
            """;
    private static final String OWN = "(SELECT *, run_id AS src_run, number AS src_number FROM results)";
    private static final String COLUMNS = """
            SELECT column_name FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = 'results' ORDER BY ordinal_position
            """;

    private final ResultTable results;
    private final List<String> reruns;
    private final Map<CaseRef, Replacement> replaced;

    /** @param flaky whether the case failed before or elsewhere, too */
    private record Replacement(String run, long seq, boolean flaky) {}

    private Overlay(ResultTable results, List<String> reruns, Map<CaseRef, Replacement> replaced) {
        this.results = results;
        this.reruns = List.copyOf(reruns);
        this.replaced = replaced;
    }

    /** Reads what replaces what; about 150 bytes of memory for each replaced result. */
    public static Overlay of(Database database, String run) {
        var replaced = new HashMap<CaseRef, Replacement>();
        var reruns = database.transaction(connection -> {
            var found = reruns(connection, run);
            if (!found.isEmpty()) {
                Database.forLargeRuns(connection);
                Database.list(connection, REPLACED, row -> replaced.put(
                        new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat")),
                        new Replacement(row.getString("by_run").intern(), row.getLong("by_seq"),
                                row.getBoolean("flaky"))),
                        "run", run, "reruns", found.toArray(String[]::new), "blaming", BLAMING);
            }
            return found;
        });
        return new Overlay(new ResultTable(database), reruns, replaced);
    }

    /**
     * Returns the name of a table like {@code results} that has a run's results with what was replaced, until the
     * transaction ends.
     *
     * @param apart runs that replace nothing here: a comparison names them itself
     */
    public static String table(Connection connection, String run, Collection<String> apart) throws SQLException {
        var source = source(connection, run, apart);
        if (source.equals(OWN)) {
            return PLAIN;
        }
        var name = name("overlaid_", run);
        Database.update(connection, "DROP TABLE IF EXISTS pg_temp." + name);
        Database.update(connection, "CREATE TEMP TABLE " + name + " ON COMMIT DROP AS SELECT * FROM " + source + """
                 AS results WHERE run_day = (SELECT run_day FROM runs WHERE run_id = @run) AND run_id = @run
                """, "run", run);
        return name;
    }

    /**
     * Returns the results of all runs, with what was replaced in one of them, as a subquery for this transaction.
     * {@code src_run} and {@code src_number} say where a result comes from.
     */
    public static String source(Connection connection, String run, Collection<String> apart) throws SQLException {
        var reruns = reruns(connection, run).stream().filter(each -> !apart.contains(each)).toArray(String[]::new);
        if (reruns.length == 0) {
            return OWN;
        }
        var columns = Database.list(connection, COLUMNS, row -> switch (row.getString(1)) {
            case "run_id", "run_day" -> "whole." + row.getString(1);
            case "number" -> "replaced.number";
            case "status" -> "CASE WHEN replaced.flaky THEN 'flaky' ELSE r.status END AS status";
            default -> "r." + row.getString(1);
        });
        var name = name("replacing_", run);
        Database.update(connection, "DROP TABLE IF EXISTS pg_temp." + name);
        Database.update(connection, REPLACING.replace("$NAME", name).replace("$COLUMNS", String.join(", ", columns)),
                "run", run, "reruns", reruns, "blaming", BLAMING);
        return OVER.replace("$NAME", name);
    }

    private static String name(String what, String run) {
        return what + run.replaceAll("[^a-z0-9]", "_");
    }

    /** Returns the re-runs of a run, oldest first. */
    public static List<String> reruns(Connection connection, String run) throws SQLException {
        return Database.list(connection, RERUNS, row -> row.getString(1), "run", run);
    }

    public boolean isEmpty() {
        return reruns.isEmpty();
    }

    /** Returns the re-runs, oldest first. */
    public List<String> reruns() {
        return reruns;
    }

    /** Returns a sentence for people; empty when there is no re-run. */
    public Optional<String> note() {
        long flaky = replaced.values().stream().filter(Replacement::flaky).count();
        return isEmpty() ? Optional.empty()
                : Optional.of("With its " + (reruns.size() == 1 ? "re-run " : "re-runs ") + String.join(", ", reruns)
                        + ": " + replaced.size() + (replaced.size() == 1 ? " result" : " results") + " replaced"
                        + (flaky == 0 ? "" : ", " + flaky + " of them flaky (failed, then passed)"));
    }

    /** Returns results of the run with what was replaced. */
    public List<StoredCase> over(List<StoredCase> page) {
        var chosen = page.stream().map(each -> replaced.get(each.ref())).filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Replacement::run,
                        Collectors.mapping(Replacement::seq, Collectors.toList())));
        if (chosen.isEmpty()) {
            return page;
        }
        var found = new HashMap<Replacement, StoredCase>();
        chosen.forEach((run, seqs) -> results.at(run, seqs).forEach(each -> {
            found.put(new Replacement(run, each.seq(), false), each);
            found.put(new Replacement(run, each.seq(), true), each);
        }));
        return page.stream().map(old -> over(old, replaced.get(old.ref()), found)).toList();
    }

    /** Keeps the place of the old result, and the old result itself as an earlier attempt. */
    private static StoredCase over(StoredCase old, @Nullable Replacement by, Map<Replacement, StoredCase> found) {
        var next = by == null ? null : found.get(by);
        if (by == null || next == null) {
            return old;
        }
        var verdict = old.result().verdict();
        var earlier = Stream.of(old.earlier(),
                List.of(new StoredCase.Earlier(old.attempt(), "replaced", verdict.status().wire(),
                        verdict.cause().wire(), verdict.error(), Objects.requireNonNullElse(old.worker(), ""),
                        old.result().timing().startedAt(), old.result().timing().durationMs(),
                        Spent.of(old.result()))),
                next.earlier()).flatMap(List::stream).toList();
        var result = by.flaky() && next.result().verdict().status() != Status.FLAKY ? next.result().flaky()
                : next.result();
        return new StoredCase(old.ref(), old.seq(), next.attempt(), next.worker(), result, earlier);
    }
}
