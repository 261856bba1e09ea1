package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.RunFilter;
import dev.muster.coordinator.store.RunTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is under way, and for each suite with its agents and its branch the newest run, its news and its strip. */
final class HomePage {

    /** In the strip of a suite. */
    private static final int SHOWN = 30;
    private static final int MOST_SUITES = 50;
    private static final List<String> UNDER_WAY = List.of("running", "paused", "preparing");

    /** Parts of suites are not comparable with the whole of them. */
    private static final String STRIPS = """
            SELECT * FROM (
                SELECT project, coalesce(suite, input) AS of_suite, agent, branch, run_id, created_at, state, total,
                    passed, failed,
                       errors, skipped, cancelled, flaky, in_rates, cost_usd, row_number() OVER of_one AS place,
                           max(created_at) OVER one AS newest
                FROM runs
                WHERE (@fleet::text IS NULL OR fleet = @fleet) AND $IN_SCOPE AND state <> 'preparing' AND (whole
                    OR suite IS NULL)
                WINDOW one AS (PARTITION BY project, coalesce(suite, input), agent, branch),
                       of_one AS (PARTITION BY project, coalesce(suite, input), agent, branch ORDER BY created_at DESC,
                           run_id)
                ) AS ranked
            WHERE place <= @shown ORDER BY newest DESC, project, of_suite, agent, branch, created_at LIMIT @atMost
            """.replace("$IN_SCOPE", ProjectTable.IN_SCOPE);
    private final Database database;
    private final @Nullable String fleet;
    private final ProjectScope scope;

    HomePage(Database database, @Nullable String fleet, ProjectScope scope) {
        this.database = database;
        this.fleet = fleet;
        this.scope = scope;
    }

    record Point(String run, Instant createdAt, String state, @Nullable Double passRate, Failing failing,
            @Nullable BigDecimal costUsd) {

        @Flat
        record Failing(int failed, int error, int total) {}
    }

    record Name(@Nullable String project, String suite, String agents, @Nullable String branch) {}

    record Row(Name name, Point point) {

        static Row of(ResultSet row) throws SQLException {
            var counts = RunTable.counts(row);
            var rate = counts.passRate();
            return new Row(
                    new Name(row.getString("project"), row.getString("of_suite"), row.getString("agent"),
                            row.getString("branch")),
                    new Point(row.getString("run_id"), row.getTimestamp("created_at").toInstant(),
                            row.getString("state"),
                            rate.isPresent() ? rate.getAsDouble() : null,
                            new Point.Failing(counts.failed(), counts.errors(), counts.total()),
                            row.getBigDecimal("cost_usd")));
        }
    }

    /** @param news null while it is not known; without a baseline when there is none */
    record Strip(@Nullable String project, String suite, String agents, @Nullable String branch, RunRow newest,
            @Nullable ObjectNode news, List<Point> strip) {}

    /** @param complete whether the news of all are there */
    record Home(@JsonInclude List<RunRow> running, @JsonInclude List<Strip> suites, boolean complete) {}

    /** @param figures of a run, when they are there */
    Home of(Function<StoredRun, Optional<ObjectNode>> figures) {
        var runs = new RunTable(database);
        var running = UNDER_WAY.stream()
                .flatMap(state -> runs.page(new RunFilter(fleet, null, null, state, Map.of(),
                        null, scope), null, SHOWN).stream())
                .map(RunRow::of).toList();
        var suites = new ArrayList<Strip>();
        var complete = new AtomicBoolean(true);
        var rows = database.list(STRIPS, Row::of, scope, "fleet", fleet, "shown", SHOWN, "atMost", SHOWN * MOST_SUITES);
        rows.stream().collect(Collectors.groupingBy(Row::name, LinkedHashMap::new, Collectors.mapping(Row::point,
                Collectors.toList())))
                .forEach((name, strip) -> runs.find(strip.getLast().run).ifPresent(newest -> {
                    var found = newest.state().over() ? figures.apply(newest) : Optional.<ObjectNode>empty();
                    if (newest.state().over() && found.isEmpty()) {
                        complete.set(false);
                    }
                    suites.add(new Strip(name.project, name.suite, name.agents, name.branch, RunRow.of(newest),
                            found.map(each -> each.get("news") instanceof ObjectNode news ? news.without("cases")
                                    : Json.MAPPER.createObjectNode()).orElse(null),
                            strip));
                }));
        return new Home(running, suites, complete.get());
    }
}
