package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.report.LabelTally;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import tools.jackson.databind.node.ObjectNode;

/** What a page shows of a run's results as a whole, with those of its re-runs; kept until one of these changes. */
final class RunFigures {

    /** The fields below, as they are kept; another number makes what is kept void. */
    private static final String FORM = "2 ";

    private static final String STAMP = """
            WITH RECURSIVE family AS (
                SELECT run_id, state, last_seq FROM runs WHERE run_id = @run
                UNION SELECT child.run_id, child.state, child.last_seq FROM runs child
                      JOIN family ON child.parent_run = family.run_id)
            SELECT string_agg(concat_ws(' ', run_id, state, last_seq), ',' ORDER BY run_id) FROM family
            """;
    private static final String BY_LABEL = """
            SELECT name, value, status, cause, results FROM (
                SELECT name, value, status, cause, count(*) AS results, count(*) OVER (PARTITION BY name) AS groups
                FROM $TABLE AS results JOIN case_labels l ON l.run_id = results.run_id AND l.number = results.number
                WHERE results.run_id = @run AND results.run_day = (SELECT run_day FROM runs WHERE runs.run_id = @run)
                GROUP BY name, value, status, cause) AS labelled
            WHERE groups <= 200 ORDER BY name, value
            """;
    private static final String FILES = """
            SELECT DISTINCT left(key, strpos(key, '#') - 1) FROM case_definitions
            WHERE run_id = @run AND strpos(key, '#') > 1 ORDER BY 1 LIMIT 500
            """;
    /** A case that moved to another line of its file is still the same case. */
    private static final String CASES = """
            SELECT sum(hashtextextended(key || left(definition, strpos(definition, '"source":{'))
                                        || substr(definition, strpos(definition, '"conversation":')), 0))::text
            FROM case_definitions WHERE run_id = @run
            """;
    private final Database database;

    RunFigures(Database database) {
        this.database = database;
    }

    private record Labelled(String name, String value, Count count) {}

    String stamp(StoredRun run) {
        return FORM + database.list(STAMP, row -> row.getString(1), "run", run.id()).getFirst();
    }

    Optional<ObjectNode> kept(StoredRun run, String stamp) {
        return database.list("SELECT page FROM run_pages WHERE run_id = @run AND stamp = @stamp",
                row -> (ObjectNode) Json.MAPPER.readTree(row.getString(1)), "run", run.id(), "stamp", stamp).stream()
                .findFirst();
    }

    /** Reads what may take seconds for a large run, and keeps it if the run is over. */
    ObjectNode read(StoredRun run, String stamp) {
        new FailureIndex(database).label(run);
        var json = json(run);
        if (run.state().over()) {
            database.update("""
                    INSERT INTO run_pages (run_id, stamp, page) SELECT run_id, @stamp, @page FROM runs
                        WHERE run_id = @run
                    ON CONFLICT (run_id) DO UPDATE SET stamp = excluded.stamp, page = excluded.page
                    """, "run", run.id(), "stamp", stamp, "page", json.toString());
        }
        return json;
    }

    private ObjectNode json(StoredRun run) {
        var json = Json.MAPPER.createObjectNode();
        var labelled = new ArrayList<Labelled>();
        var figures = database.transaction(connection -> {
            Database.atOneTime(connection);
            Database.forLargeRuns(connection);
            var table = Overlay.table(connection, run.id(), List.of());
            labelled.addAll(Database.list(connection, BY_LABEL.replace("$TABLE", table),
                    row -> new Labelled(row.getString("name"), row.getString("value"),
                            new Count(Status.of(row.getString("status")), Cause.of(row.getString("cause")),
                                    row.getLong("results"))),
                    "run", run.id()));
            return Figures.of(connection, run.id(), table, false);
        });
        var whole = summary(figures);
        var cells = json.putArray("cells");
        figures.forEach(cell -> cells.add(RunJson.cell(name(run, cell.cell()), summary(List.of(cell)), cell)));
        var news = run.state().over() ? new NewsFinder(database).of(run) : News.NONE;
        var gate = run.settings().policies().gate();
        RunJson.news(news).ifPresent(found -> json.set("news", found));
        json.set("gate", Json.MAPPER.valueToTree(gate));
        if (run.state().over()) {
            GateCheck.failure(gate, whole.counts(), news).ifPresent(why -> json.put("gate_failure", why));
            RunJson.gate(json, GateCheck.outcome(gate, whole.counts(), news, run.settings().about()).orElse(null));
        }
        counts(json, whole);
        labels(json, labelled);
        database.list(FILES, row -> row.getString(1), "run", run.id()).forEach(json.putArray("files")::add);
        json.put("cases_hash", database.list(CASES, row -> Objects.requireNonNullElse(row.getString(1), ""), "run",
                run.id()).getFirst());
        return json;
    }

    static String name(StoredRun run, int cell) {
        var cells = run.settings().matrix().cells();
        return cell < cells.size() ? cells.get(cell).name(run.agent()) : run.agent();
    }

    private static Summary summary(List<CellFigures> figures) {
        var summary = new Summary();
        figures.forEach(cell -> cell.counts().forEach(summary::add));
        return summary;
    }

    private static void counts(ObjectNode json, Summary whole) {
        var statuses = json.putObject("statuses");
        for (var status : Status.values()) {
            statuses.put(status.wire(), whole.count(status));
        }
        whole.causesOfUnpassed().forEach(json.putObject("causes")::put);
        json.put("quarantined", whole.causesOfUnpassed().getOrDefault(Cause.MUTED.wire(), 0));
    }

    private static void labels(ObjectNode json, List<Labelled> labelled) {
        var tally = new LabelTally();
        var values = json.putObject("label_values");
        var seen = new HashSet<List<String>>();
        for (var each : labelled) {
            tally.add(each.name(), each.value(), each.count());
            if (seen.add(List.of(each.name(), each.value()))) {
                values.withArray("/" + each.name().replace("~", "~0").replace("/", "~1")).add(each.value());
            }
        }
        RunJson.labels(json, tally.rows());
    }
}
