package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.common.target.HelperDocument;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.SummaryLines;
import dev.muster.coordinator.run.HelperRole;
import dev.muster.coordinator.run.StoredCase;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The document for a reporter agent: the figures of all results, and the first ones that did not pass. */
public final class ReportDocument {

    private static final int MOST_RESULTS = 200;
    /** Maximum characters; the first result that exceeds it is left out, with all that follow. */
    private static final int MOST_TEXT = 4 << 20;

    private final Summary summary = new Summary();
    private final ArrayNode results = Json.MAPPER.createArrayNode();
    private Paid paid = Paid.NOTHING;
    private int notPassed;
    private long text;

    /** Adds results in the order of storage. */
    public void add(List<StoredCase> batch) {
        batch.forEach(this::add);
    }

    private void add(StoredCase stored) {
        summary.add(stored.result());
        paid = paid.plus(Paid.of(stored));
        if (stored.result().verdict().status() == Status.PASSED) {
            return;
        }
        notPassed++;
        if (results.size() == MOST_RESULTS || text > MOST_TEXT) {
            return;
        }
        var result = ResultJson.of(stored);
        text += result.toString().length();
        if (text <= MOST_TEXT) {
            results.add(result);
        }
    }

    /** Returns the complete document, after all results were added. */
    public ObjectNode of(String run, String agents, List<String> inputs, Duration took) {
        var document = HelperDocument.of(HelperRole.REPORTER.mode(), run, UUID.randomUUID().toString())
                .put("run", run).put("target_agent", agents);
        inputs.forEach(document.putArray("inputs")::add);
        figures(document.putObject("summary"), took);
        document.set("results", results);
        return document.put("results_left_out", notPassed - results.size());
    }

    private void figures(ObjectNode figures, Duration took) {
        RunJson.counts(figures, summary);
        RunJson.paid(figures, paid);
        figures.put("duration_ms", took.toMillis());
    }

    /** Returns the figures as on the console, for when the reporter writes no report. */
    public List<String> figures(Duration took) {
        return SummaryLines.of(summary, paid, took, ConsoleStyle.plain(ConsoleStyle.Detail.NORMAL));
    }
}
