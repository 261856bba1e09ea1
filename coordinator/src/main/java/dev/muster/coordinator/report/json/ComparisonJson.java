package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonMembers;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Finding;
import dev.muster.coordinator.analysis.comparison.Pairing;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.report.ComparisonWords;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** A comparison for programs: everything in the other forms, and every changed case. */
public final class ComparisonJson {

    private static final int PAGE = 10_000;

    private ComparisonJson() {}

    public static void write(Comparison comparison, CaseChanges changes, Writer to) {
        try (var json = Json.MAPPER.writerWithDefaultPrettyPrinter().createGenerator(to)) {
            json.writeStartObject();
            json.writeName("gate");
            json.writePOJO(gate(comparison.gate()));
            json.writeArrayPropertyStart("sides");
            comparison.sides().forEach(side -> json.writePOJO(side(side, comparison.figures().get(side.name()))));
            json.writeEndArray();
            json.writeArrayPropertyStart("pairs");
            for (int i = 0; i < comparison.pairings().size(); i++) {
                pairing(json, i, comparison.pairings().get(i), changes);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    /** Returns everything but the changed cases, which are counted. */
    public static ObjectNode summary(Comparison comparison) {
        var json = Json.MAPPER.createObjectNode();
        json.set("gate", gate(comparison.gate()));
        var sides = json.putArray("sides");
        comparison.sides().forEach(side -> sides.add(side(side, comparison.figures().get(side.name()))));
        var pairs = json.putArray("pairs");
        comparison.pairings().forEach(pairing -> {
            var pair = head(pairs.addObject(), pairing);
            var kinds = pair.putObject("kinds");
            for (var kind : Kind.values()) {
                kinds.put(kind.wire(), pairing.counts().of(kind));
            }
        });
        return comparison.isEmpty() ? json : json.put("method", ComparisonWords.method(comparison));
    }

    private static ObjectNode head(ObjectNode json, Pairing pairing) {
        json.put("first", pairing.pair().first().name()).put("second", pairing.pair().second().name())
                .put("sentence", ComparisonSentence.of(pairing)).put("common_cases", pairing.counts().both())
                .put("judged_cases", pairing.counts().judged());
        var findings = json.putArray("findings");
        pairing.findings().forEach(finding -> findings.add(finding(finding)));
        return json;
    }

    private static ObjectNode gate(@Nullable String reason) {
        return JsonMembers.of("failed", reason != null).add("reason", reason).object();
    }

    private static ObjectNode side(Side side, @Nullable CellFigures figures) {
        var node = Json.MAPPER.createObjectNode().put("name", side.name()).put("run", side.run()).put("cell",
                side.cell());
        if (figures != null) {
            figures(node, figures);
        }
        return node;
    }

    private static void figures(ObjectNode node, CellFigures figures) {
        node.put("results", figures.results());
        var counts = node.putArray("counts");
        figures.counts().forEach(count -> counts.add(Json.MAPPER.createObjectNode().put("status", count.status().wire())
                .put("cause", count.cause().wire()).put("results", count.results())));
        var outcomes = figures.pass().rated();
        node.put("pass_rate_of", figures.pass().stopped() ? "cases" : "results").put("passed", outcomes.passed())
                .put("judged", outcomes.observed()).put("cases", outcomes.cases());
        outcomes.rate().ifPresent(rate -> node.put("pass_rate", rate));
        outcomes.interval().ifPresent(interval -> node.set("pass_rate_95", Json.MAPPER.valueToTree(interval)));
        RunJson.tries(node, figures.whole());
        node.set("score", Json.MAPPER.valueToTree(figures.score()));
        RunJson.paid(node, figures.paid());
        node.set("working_ms", Json.MAPPER.valueToTree(figures.working()));
        node.set("first_event_ms", Json.MAPPER.valueToTree(figures.firstEvent()));
    }

    private static void pairing(JsonGenerator json, int number, Pairing pairing, CaseChanges changes) {
        json.writeStartObject();
        head(Json.MAPPER.createObjectNode(), pairing).forEachEntry((name, value) -> {
            json.writeName(name);
            json.writePOJO(value);
        });
        for (var kind : Kind.values()) {
            json.writeArrayPropertyStart(kind.wire());
            every(changes, number, kind, change -> json.writePOJO(change(change)));
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** Takes all changes of a kind, page by page. */
    private static void every(CaseChanges changes, int pairing, Kind kind, Consumer<Change> each) {
        var page = changes.after(pairing, kind, "", PAGE);
        while (!page.isEmpty()) {
            page.forEach(each);
            page = page.size() < PAGE ? List.<Change>of() : changes.after(pairing, kind, page.getLast().key(), PAGE);
        }
    }

    private static ObjectNode finding(Finding finding) {
        var node = Json.MAPPER.createObjectNode().put("measure", finding.measure().wire()).put("cases", finding.cases())
                .put("first", finding.first()).put("second", finding.second())
                .put("difference", finding.difference());
        node.set("difference_95", Json.MAPPER.valueToTree(finding.interval()));
        node.put("test", finding.test().wire()).put("p", finding.p()).put("p_corrected", finding.corrected())
                .put("significant", finding.significant()).put("regression", finding.regression());
        var more = finding.more();
        return more == null ? node : node.put("more_cases", more);
    }

    public static ObjectNode change(Change change) {
        var first = change.first();
        var second = change.second();
        return JsonMembers.of("key", change.key()).add("cause", change.cause())
                .add("before", first == null ? null : first.text())
                .add("number_a", first == null ? null : first.number())
                .add("after", second == null ? null : second.text())
                .add("number_b", second == null ? null : second.number()).object();
    }
}
