package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.StoredCase;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run with what its re-runs replaced: an error by whatever came of it later, a failure by a later
 * verdict. A case that failed and passed in a re-run is flaky. Stored verdicts stay as they are.
 */
public final class Overlay {

    /** The table of results without an overlay. */
    public static final String PLAIN = "results";

    /** Re-runs of a run and re-runs of those, oldest first. */
    private static final String RERUNS = """
            WITH RECURSIVE reruns AS (
                SELECT run_id, created_at FROM runs WHERE parent_run = @run
                UNION SELECT child.run_id, child.created_at FROM runs child JOIN reruns ON child.parent_run = reruns.run_id)
            SELECT run_id FROM reruns ORDER BY created_at, run_id
            """;
    /** Cases are numbered anew in a re-run; their keys stay. A pass is more telling than a failure, the newest most. */
    private static final String REPLACED = """
            SELECT number, cell, repeat, by_run, by_seq, flaky FROM (
                SELECT old.number, old.cell, old.repeat, new.run_id AS by_run, new.seq AS by_seq,
                       new.status = 'passed' AND bool_or(old.status = 'failed' OR new.status IN ('failed', 'flaky'))
                           OVER (PARTITION BY old.number, old.cell, old.repeat) AS flaky,
                       row_number() OVER (PARTITION BY old.number, old.cell, old.repeat ORDER BY
                           CASE WHEN new.status IN ('passed', 'flaky') THEN 0 WHEN new.status = 'failed' THEN 1 ELSE 2 END,
                           runs.created_at DESC) AS place
                FROM runs JOIN results new ON new.run_day = runs.run_day AND new.run_id = runs.run_id
                     JOIN case_definitions part ON part.run_id = new.run_id AND part.number = new.number
                     JOIN case_definitions whole ON whole.run_id = @run AND whole.key = part.key
                     JOIN results old ON old.run_day = (SELECT run_day FROM runs WHERE run_id = @run)
                          AND old.run_id = @run AND old.number = whole.number AND old.cell = new.cell
                          AND old.repeat = new.repeat
                WHERE runs.run_id = ANY (@reruns) AND (new.status IN ('passed', 'failed', 'flaky')
                      OR old.status = 'error' AND new.status <> 'cancelled')) AS by_case
            WHERE place = 1
            """;
    private static final String TABLE = """
            CREATE TEMP TABLE $NAME ON COMMIT DROP AS
            WITH replaced AS ($REPLACED)
            SELECT results.* FROM results LEFT JOIN replaced USING (number, cell, repeat)
            WHERE run_day = (SELECT run_day FROM runs WHERE run_id = @run) AND run_id = @run AND by_run IS NULL
            UNION ALL
            SELECT $COLUMNS FROM replaced JOIN runs ON runs.run_id = by_run
                 JOIN results r ON r.run_day = runs.run_day AND r.run_id = by_run AND r.seq = by_seq
                 JOIN runs whole ON whole.run_id = @run
            """.replace("$REPLACED", REPLACED);
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
                        "run", run, "reruns", found.toArray(String[]::new));
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
        var reruns = reruns(connection, run).stream().filter(each -> !apart.contains(each)).toArray(String[]::new);
        if (reruns.length == 0) {
            return PLAIN;
        }
        var name = "overlaid_" + run.replaceAll("[^a-z0-9]", "_");
        var columns = Database.list(connection, COLUMNS, row -> switch (row.getString(1)) {
            case "run_id", "run_day" -> "whole." + row.getString(1);
            case "number" -> "replaced.number";
            case "status" -> "CASE WHEN replaced.flaky THEN 'flaky' ELSE r.status END";
            default -> "r." + row.getString(1);
        });
        Database.update(connection, "DROP TABLE IF EXISTS pg_temp." + name);
        Database.update(connection, TABLE.replace("$NAME", name).replace("$COLUMNS", String.join(", ", columns)),
                "run", run, "reruns", reruns);
        return name;
    }

    private static List<String> reruns(Connection connection, String run) throws SQLException {
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
    public Optional<String> told() {
        long flaky = replaced.values().stream().filter(Replacement::flaky).count();
        return isEmpty() ? Optional.empty()
                : Optional.of("With its " + (reruns.size() == 1 ? "re-run " : "re-runs ") + String.join(", ", reruns)
                        + ": " + replaced.size() + (replaced.size() == 1 ? " result" : " results") + " replaced"
                        + (flaky == 0 ? "" : ", " + flaky + " of them flaky (failed, then passed)"));
    }

    /** Returns results of the run with what was replaced. */
    public List<StoredCase> over(List<StoredCase> page) {
        var wanted = page.stream().map(each -> replaced.get(each.ref())).filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Replacement::run,
                        Collectors.mapping(Replacement::seq, Collectors.toList())));
        if (wanted.isEmpty()) {
            return page;
        }
        var found = new HashMap<Replacement, StoredCase>();
        wanted.forEach((run, seqs) -> results.at(run, seqs).forEach(each -> {
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
