package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Spending;
import dev.muster.coordinator.analysis.gate.GateOutcome;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import dev.muster.coordinator.report.CellTally;
import dev.muster.coordinator.report.LabelTally;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.RunTally;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A whole run as JSON, in reports. */
public final class RunJson {

    private RunJson() {}

    public static ObjectNode head(RunHead head) {
        var json = Json.MAPPER.createObjectNode().put("id", head.run()).put("agents", head.agents());
        head.inputs().forEach(json.putArray("inputs")::add);
        if (!head.instructions().isEmpty()) {
            head.instructions().forEach(json.putObject("instructions")::put);
        }
        if (!head.reruns().isEmpty()) {
            head.reruns().forEach(json.putArray("reruns")::add);
        }
        var project = head.about().project();
        if (project != null && !ProjectName.isFolder(project)) {
            json.put("project", project);
        }
        labels(json, head.about());
        return json.put("seed", head.about().seed()).put("expected", head.expected()).put("started_at",
                head.startedAt().toString());
    }

    /** Adds the labels of a run, unless it has none. */
    private static void labels(ObjectNode json, About about) {
        if (!about.labels().isEmpty()) {
            about.labels().forEach(json.putObject("labels")::put);
        }
    }

    /** Returns all that is known of a run but its results. */
    public static ObjectNode whole(RunHead head, RunEnd end) {
        var json = head(head).setAll(summary(end));
        json.set("cells", cells(head, end.tally()));
        news(end.news()).ifPresent(news -> json.set("news", news));
        gate(json, end.gate());
        return json;
    }

    public static ArrayNode cells(RunHead head, RunTally tally) {
        var cells = Json.MAPPER.createArrayNode();
        tally.cells().forEach(cell -> cells.add(cell(name(head, cell), cell.summary(), cell.figures())));
        return cells;
    }

    /** Returns the cell's name, or the targets in its results. */
    public static String name(RunHead head, CellTally cell) {
        return cell.number() < head.cells().size() ? head.cells().get(cell.number()) : cell.targets();
    }

    /** Returns the names of cells by number; empty for a single cell, which needs no name. */
    public static Map<Integer, String> names(RunHead head, RunTally tally) {
        return tally.cells().size() < 2 ? Map.of()
                : tally.cells().stream().collect(Collectors.toMap(CellTally::number, cell -> name(head, cell)));
    }

    public static ObjectNode cell(String name, Summary summary, CellFigures figures) {
        var json = Json.MAPPER.createObjectNode().put("cell", figures.cell()).put("name", name);
        counts(json, summary);
        var pass = figures.pass();
        var outcomes = pass.rated();
        json.put("in_rates", pass.outcomes().observed()).put("pass_rate_of", pass.stopped() ? "cases" : "results");
        outcomes.rate().ifPresent(rate -> json.put("pass_rate", rate));
        outcomes.interval()
                .ifPresent(interval -> json.putArray("pass_rate_95").add(interval.low()).add(interval.high()));
        tries(json, pass.whole());
        if (figures.score() != null) {
            json.put("score", figures.score());
        }
        if (figures.working() != null) {
            json.put("working_ms_p50", figures.working().median()).put("working_ms_p95", figures.working().p95());
        }
        paid(json, figures.paid());
        return json;
    }

    /** Adds pass@k and pass^k for every k, with the number of cases that had k tries, unless cases were tried once. */
    static void tries(ObjectNode node, CaseOutcomes whole) {
        int most = whole.mostObserved();
        if (most > 1) {
            var any = node.putObject("pass_at");
            var all = node.putObject("pass_hat");
            var cases = node.putObject("pass_cases");
            for (int k = 1; k <= most; k++) {
                any.put(String.valueOf(k), whole.passAtK(k).orElseThrow());
                all.put(String.valueOf(k), whole.passHatK(k).orElseThrow());
                cases.put(String.valueOf(k), whole.tried(k));
            }
        }
    }

    public static ObjectNode summary(RunEnd end) {
        var json = Json.MAPPER.createObjectNode().put("state", end.state().wire());
        if (end.stopReason() != null) {
            json.put("stop_reason", end.stopReason());
        }
        json.put("exit_code", end.code().code());
        if (end.gate() != null && !end.gate().passed()) {
            json.put("gate_failure", end.gate().reason());
        }
        counts(json, end.tally().summary());
        end.tally().summary().judges().put(json);
        paid(json, end.tally().paid());
        labels(json, end.tally().summary().labels());
        return json.put("duration_ms", end.took().toMillis());
    }

    /** Adds the figures by label of the cases, unless there are none. */
    public static void labels(ObjectNode json, List<LabelTally.Row> rows) {
        if (!rows.isEmpty()) {
            var labels = json.putArray("by_label");
            rows.forEach(row -> labels.addObject().put("name", row.name()).put("value", row.value())
                    .put("total", row.results()).put("in_rates", row.judged()).put("passed", row.passed()));
        }
    }

    /** Adds what the gate decided, unless that needs no word. */
    public static void gate(ObjectNode json, @Nullable GateOutcome outcome) {
        if (outcome != null) {
            json.set("gate_outcome", Json.MAPPER.valueToTree(outcome));
        }
    }

    /** Returns what is new; empty when there is no baseline. */
    public static Optional<ObjectNode> news(News news) {
        if (news.baseline() == null) {
            return Optional.empty();
        }
        var json = Json.MAPPER.createObjectNode().put("baseline", news.baseline());
        news.groups().forEach(group -> json.put(group.kind().wire(), group.cases()));
        var cases = json.putArray("cases");
        news.groups().forEach(group -> group.named().forEach(changed -> cases.addObject()
                .put("kind", group.kind().wire()).setAll(Json.MAPPER.<ObjectNode>valueToTree(changed))));
        return Optional.of(json);
    }

    public static void counts(ObjectNode json, Summary summary) {
        json.put("total", summary.total());
        for (var status : Status.values()) {
            json.put(status.wire(), summary.count(status));
        }
        summary.causesOfUnpassed().forEach(json.putObject("causes")::put);
        if (summary.conversations() > 0) {
            json.put("conversations", summary.conversations()).put("total_turns", summary.turns());
        }
    }

    /** Adds the tokens and costs of a cell or a run. */
    public static void paid(ObjectNode json, Paid paid) {
        spending(json, paid.results());
        if (paid.otherAttempts() > 0) {
            spending(json.putObject("other_attempts").put("attempts", paid.otherAttempts()), paid.others());
        }
        if (paid.all().costUsd() != null) {
            json.put("paid_usd", plain(paid.all().costUsd()));
            if (paid.all().isPartlyPriced()) {
                json.put("paid_for_tokens", paid.all().priced()).put("paid_of_tokens", paid.all().tokens());
            }
        }
    }

    private static void spending(ObjectNode json, Spending spending) {
        bill(json, spending.target());
        if (!spending.helpers().isEmpty()) {
            bill(json.putObject("helpers"), spending.helpers());
        }
    }

    private static void bill(ObjectNode json, Bill bill) {
        json.putObject("tokens").put("input", bill.input()).put("output", bill.output());
        if (bill.costUsd() != null) {
            json.put("cost_usd", plain(bill.costUsd()));
            if (bill.isPartlyPriced()) {
                json.put("cost_of_tokens", bill.priced());
            }
        }
    }

    /** Returns an amount without the trailing zeros that sums have. */
    private static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
