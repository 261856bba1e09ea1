package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.json.Json;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.report.json.ResultJson;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A case of a run: its definition, and its results with everything in them. */
record CasePage(Database database, StoredRun run) {

    private static final int MOST = 1000;

    private static final String CASE = """
            SELECT key, id, name, definition FROM case_definitions WHERE run_id = @run AND number = @number LIMIT 1
            """;

    /** @throws RefusedRun when the run has no such case */
    ObjectNode of(int number, Query query) throws RefusedRun {
        var page = Json.MAPPER.createObjectNode().put("number", number);
        var masked = RecordTexts.values(Redaction.ofChecked(run.settings().keeping().redact())::mask);
        var found = database.list(CASE, row -> {
            page.put("key", row.getString("key")).put("id", row.getString("id"));
            if (row.getString("name") != null) {
                page.put("name", row.getString("name"));
            }
            var definition = masked.in(Json.MAPPER.readTree(row.getString("definition")));
            if (definition.has("conversation")) {
                var written = Json.MAPPER.treeToValue(definition, TestCase.class);
                page.set("suite_case", CaseWriter.written(written, written.identity().id()));
            }
            return page.set("definition", definition);
        }, "run", run.id(), "number", number);
        if (found.isEmpty()) {
            throw RefusedRun.missing("run " + run.id() + " has no case number " + number + "; it has "
                    + run.counts().total() + " results, and its cases are numbered from 0");
        }
        var results = page.putArray("results");
        var imported = new ImportedRuns(database).results(run, number);
        Overlay.of(database, run.id()).over(new ResultTable(database).ofCase(run.id(), number, Filter.cell(query, run),
                query.whole("repeat"), MOST)).stream()
                .sorted(Comparator.comparingInt((StoredCase each) -> each.ref().cell())
                        .thenComparingInt(each -> each.ref().repeat()))
                .forEach(each -> results.add(result(each, imported.get(each.ref()))));
        return page;
    }

    /** @param imported as it is in the file that it comes from; null for a result of this database */
    private ObjectNode result(StoredCase stored, @Nullable ObjectNode imported) {
        var timing = stored.result().timing();
        var json = (imported == null ? ResultJson.labelled(stored) : imported).put("number", stored.ref().number())
                .put("cell_number", stored.ref().cell())
                .put("cell_name", RunFigures.name(run, stored.ref().cell())).put("seq", stored.seq())
                .put("queue_ms", Math.max(0, timing.durationMs() - timing.workingMs()));
        return timing.firstEventMs() < 0 ? json : json.put("first_event_ms", timing.firstEventMs());
    }
}
