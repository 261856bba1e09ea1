package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/** What became of a case in its newest runs. */
final class HistoryPage {

    private static final int SHOWN = 50;
    /** Results among which a key is looked for where the case has another number. */
    private static final long MOST_SCANNED = 2_000_000;

    private static final String RUNS = """
            SELECT run_id, run_day, total FROM runs
            WHERE (@fleet::text IS NULL OR fleet = @fleet) AND $IN_SCOPE AND state <> 'preparing'
                  AND (@agent::text IS NULL OR agent = @agent OR @agent = ANY (cells))
            ORDER BY created_at DESC LIMIT 200
            """.replace("$IN_SCOPE", ProjectTable.IN_SCOPE);
    private static final String AT = """
            SELECT w.run FROM unnest(@run, @day::date[]) AS w(run, day)
            CROSS JOIN LATERAL (SELECT key FROM results WHERE run_day = w.day AND run_id = w.run AND number = @number
                                LIMIT 1) r WHERE r.key = @key
            """;
    private static final String WHERE = """
            SELECT number FROM results WHERE run_day = @day AND run_id = @run AND key = @key LIMIT 1
            """;
    private static final String ROWS = """
            SELECT number, cell, repeat, status, muted, duration_ms, score, NULL::float8 AS place,
                   (coalesce(cost_usd, helper_cost_usd) + CASE WHEN cost_usd IS NULL THEN 0
                    ELSE coalesce(helper_cost_usd, 0) END)::float8 AS cost,
                   (SELECT f.reason FROM failures f WHERE f.run_id = r.run_id AND f.number = r.number
                       AND f.cell = r.cell
                    AND f.repeat = r.repeat LIMIT 1) AS reason
            FROM results r WHERE run_day = @day AND run_id = @run AND number = @number ORDER BY cell, repeat
            """;
    private final Database database;
    private final @Nullable String fleet;
    private final ProjectScope scope;

    HistoryPage(Database database, @Nullable String fleet, ProjectScope scope) {
        this.database = database;
        this.fleet = fleet;
        this.scope = scope;
    }

    /** @param day for arrays of the database */
    record Place(String run, String day, long total) {}

    record Outcome(String run, int number, String cellName, @Nullable Instant createdAt, Map<String, String> labels,
            CaseList.CellRow found) {}

    record History(String key, String id, @JsonInclude List<Outcome> outcomes,
            @JsonInclude List<Streak> streaks) {}

    /**
     * The newest judged runs of a cell in a row in which the case did not pass.
     *
     * @param since the oldest of them
     * @param runs how many there are
     * @param wavers whether some of their repeats passed
     */
    record Streak(String cellName, Outcome since, int runs, boolean wavers) {

        /** @param newestFirst of one cell; what was not judged neither ends nor begins a streak */
        static Optional<Streak> of(List<Outcome> newestFirst) {
            var failed = newestFirst.stream().filter(each -> each.found.isJudged())
                    .takeWhile(each -> each.found.hasFailed()).toList();
            return failed.isEmpty() ? Optional.empty() : Optional.of(new Streak(failed.getLast().cellName,
                    failed.getLast(), failed.size(), failed.stream().anyMatch(each -> each.found.hasPassed())));
        }
    }

    /**
     * @param index of a run's reasons
     * @throws RefusedRun when no key is given
     */
    History of(Query query, Consumer<StoredRun> index) throws RefusedRun {
        var key = query.text("key");
        var agent = query.text("agent");
        if (key == null) {
            throw new RefusedRun("'key' is missing; it names a case, such as suite.jsonl#greeting");
        }
        var runs = database.list(RUNS, row -> new Place(row.getString(1), row.getString(2), row.getLong(3)), scope,
                "fleet", fleet, "agent", agent);
        var numbers = numbers(key, runs);
        var outcomes = new ArrayList<Outcome>();
        for (var place : runs) {
            if (numbers.containsKey(place.run) && outcomes.size() < SHOWN) {
                new RunTable(database).find(place.run).ifPresent(run -> {
                    index.accept(run);
                    outcomes.addAll(outcomes(run, place, numbers.get(place.run), agent));
                });
            }
        }
        var shown = outcomes.subList(0, Math.min(outcomes.size(), SHOWN));
        return new History(key, key.substring(key.indexOf('#') + 1), shown, streaks(shown));
    }

    /** Most often a case has the same number in all runs. */
    private Map<String, Integer> numbers(String key, List<Place> runs) {
        var numbers = new HashMap<String, Integer>();
        long scanned = 0;
        for (var place : runs) {
            scanned += place.total;
            if (!numbers.containsKey(place.run) && numbers.size() < SHOWN && scanned <= MOST_SCANNED) {
                var found = database.list(WHERE, row -> row.getInt(1), "day", LocalDate.parse(place.day), "run",
                        place.run,
                        "key", key);
                if (!found.isEmpty()) {
                    int number = found.getFirst();
                    numbers.put(place.run, number);
                    database.list(AT, row -> row.getString(1), "number", number, "key", key, runs)
                            .forEach(run -> numbers
                                    .putIfAbsent(run, number));
                }
            }
        }
        return numbers;
    }

    private List<Outcome> outcomes(StoredRun run, Place place, int number, @Nullable String agent) {
        var rows = database.list(ROWS, CaseList.Row::of, "day", LocalDate.parse(place.day), "run", run.id(), "number",
                number);
        return CaseList.cells(rows).stream()
                .map(cell -> new Outcome(run.id(), number, RunFigures.name(run, cell.cell()),
                        run.createdAt(), run.settings().about().labels(), cell))
                .filter(each -> agent == null || agent.equals(each.cellName) || agent.equals(run.agent())).toList();
    }

    private static List<Streak> streaks(List<Outcome> newestFirst) {
        return newestFirst.stream().collect(Collectors.groupingBy(Outcome::cellName, LinkedHashMap::new,
                Collectors.toList())).values().stream().map(Streak::of).flatMap(Optional::stream).toList();
    }
}
