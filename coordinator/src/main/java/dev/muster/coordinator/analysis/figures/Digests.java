package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import org.jspecify.annotations.Nullable;

/** Reads digests: the database counts, and only what is shown is fetched. */
public final class Digests {

    private static final int SHOWN = 50;
    private static final int SLOW = 5;

    private static final String OF_RUN = """
             FROM results r WHERE r.run_id = @run AND r.run_day = (SELECT run_day FROM runs WHERE runs.run_id = @run)
            """;
    private static final String COUNTS = "SELECT cell, status, cause, count(*) AS results, " + Spending.SUMS + OF_RUN
            + "GROUP BY cell, status, cause";
    /** Rows of before tell it only in their details: checks the text first, few contain one, and parsing takes longer. */
    private static final String CONVERSATIONS = """
            SELECT count(*) AS conversations,
                   coalesce(sum(coalesce(r.turns, json_array_length(d.detail #> '{dialogue,turns}'))), 0) AS turns
            FROM results r LEFT JOIN result_details d USING (run_day, run_id, number, cell, repeat)
            WHERE r.run_id = @run AND r.run_day = (SELECT run_day FROM runs WHERE runs.run_id = @run)
                  AND CASE WHEN r.block IS NOT NULL THEN r.conversation
                           WHEN d.detail::text LIKE '%"dialogue":{%' THEN d.detail -> 'dialogue' IS NOT NULL END
            """;
    private static final String UNWELL = """
            SELECT cause, c.id, results FROM (
                SELECT number, cause, count(*) AS results,
                       row_number() OVER (PARTITION BY cause ORDER BY min(seq)) AS place
                %s AND status IN ('failed', 'error', 'flaky') GROUP BY number, cause) AS unwell
            CROSS JOIN LATERAL (SELECT id FROM case_definitions
                                WHERE run_id = @run AND number = unwell.number LIMIT 1) c
            WHERE place <= @ids ORDER BY cause, place
            """.formatted(OF_RUN);

    /** Suites have labels in their first cases, or none: looking for them takes no time where there are none. */
    private static final String HAS_LABELS = """
            SELECT 1 FROM case_definitions WHERE run_id = @run AND number < 10000 AND definition LIKE '%"labels":{%'
                LIMIT 1
            """;
    /** Leaves out labels with many values. */
    private static final String LABELS = """
            SELECT name, value, status, cause, results FROM (
                SELECT label.key AS name, label.value, status, cause, count(*) AS results,
                       count(*) OVER (PARTITION BY label.key) AS groups
                FROM results r JOIN case_definitions c ON c.run_id = r.run_id AND c.number = r.number
                     CROSS JOIN LATERAL json_each_text(CASE WHEN c.definition LIKE '%"labels":{%'
                                                            THEN c.definition::json -> 'labels' END) label
                WHERE r.run_id = @run AND r.run_day = (SELECT run_day FROM runs WHERE runs.run_id = @run)
                GROUP BY label.key, label.value, status, cause) AS labelled
            WHERE groups <= 200
            """;

    private static final String CALLED = OF_RUN + "AND attempt > 0 AND status NOT IN ('skipped', 'cancelled')";
    private static final String DURATIONS = """
            SELECT count(*), avg(duration_ms), max(duration_ms),
                   percentile_disc(ARRAY[0.5, 0.9, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms)
            """ + CALLED;
    /** Some more than are shown, as several may be of one case. */
    private static final String SLOWEST = """
            SELECT c.id, duration_ms FROM (SELECT number, duration_ms %s ORDER BY duration_ms DESC LIMIT 200) AS slow
            CROSS JOIN LATERAL (SELECT id FROM case_definitions WHERE run_id = @run AND number = slow.number LIMIT 1) c
            """.formatted(CALLED);
    private final Database database;

    public Digests(Database database) {
        this.database = database;
    }

    private record Conversations(int conversations, long turns) {}

    private record InCell(int cell, Count count, Spending spending) {}

    /** @param ids maximum number of cases named for a cause */
    public Digest of(String run, int ids) {
        var counts = database.list(COUNTS,
                row -> new InCell(row.getInt("cell"), Count.of(row), Spending.of(row)), "run", run);
        var conversations = new CaseTable(database).hasConversations(run) ? conversations(run)
                : new Conversations(0, 0);
        return new Digest(run, counts.stream().collect(Collectors.groupingBy(InCell::cell,
                Collectors.mapping(InCell::count, Collectors.toList()))),
                conversations.conversations(), conversations.turns(), paid(run, counts), failures(run, ids),
                labelled(run), durations(run), slowest(run), new ResultTable(database).firstUnpassed(run, SHOWN));
    }

    private @Nullable Spread durations(String run) {
        return database.transaction(connection -> {
            Database.forLargeRuns(connection);
            return Database.list(connection, DURATIONS, row -> {
                var shares = row.getLong(1) == 0 ? new Long[4] : (Long[]) row.getArray(4).getArray();
                return row.getLong(1) == 0 ? Optional.<Spread>empty() : Optional.of(new Spread(row.getInt(1),
                        row.getDouble(2), shares[0], shares[1], shares[2], shares[3], row.getLong(3)));
            }, "run", run).getFirst().orElse(null);
        });
    }

    private List<SlowCase> slowest(String run) {
        var seen = new LinkedHashMap<String, SlowCase>();
        database.list(SLOWEST, row -> new SlowCase(row.getString(1), row.getLong(2)), "run", run).stream()
                .sorted(Comparator.comparingLong((SlowCase each) -> -each.ms()).thenComparing(SlowCase::id))
                .forEach(each -> seen.putIfAbsent(each.id(), each));
        return seen.values().stream().limit(SLOW).toList();
    }

    private Paid paid(String run, List<InCell> counts) {
        var results = counts.stream().map(InCell::spending).reduce(Spending.NONE, Spending::plus);
        return database.transaction(connection -> Paid.others(connection, run)).values().stream()
                .reduce(new Paid(results, 0, Spending.NONE), Paid::plus);
    }

    private Conversations conversations(String run) {
        return database.transaction(connection -> {
            Database.forLargeRuns(connection);
            return Database.list(connection, CONVERSATIONS,
                    row -> new Conversations(row.getInt("conversations"), row.getLong("turns")), "run", run);
        }).getFirst();
    }

    private List<LabelCount> labelled(String run) {
        return database.list(HAS_LABELS, row -> row.getInt(1), "run", run).isEmpty() ? List.of()
                : database.transaction(connection -> {
                    Database.forLargeRuns(connection);
                    return Database.list(connection, LABELS, row -> new LabelCount(row.getString("name"),
                            row.getString("value"), Count.of(row)), "run", run);
                });
    }

    private List<CaseFailure> failures(String run, int ids) {
        return database.list(UNWELL, row -> new CaseFailure(Cause.of(row.getString("cause")), row.getString("id"),
                row.getInt("results")), "run", run, "ids", ids);
    }

}
