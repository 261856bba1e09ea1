package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.PassFigures;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.report.CellTally;
import dev.muster.coordinator.report.PaidText;
import dev.muster.coordinator.report.PassText;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.RunVerdict;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.viewer.Assets;
import org.jspecify.annotations.Nullable;

/** The part of the page that is visible before any script runs: the verdict and the figures of each cell. */
record Page(RunHead head, RunEnd end) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Returns the page up to the data. */
    String top() {
        return Assets.text("head.html").replace("{{title}}", Markup.text(RunVerdict.of(end) + " · " + head.run()))
                .replace("{{policy}}", Assets.policy()).replace("{{style}}", Assets.style())
                + Assets.text("body.html").replace("{{mood}}", mood())
                        .replace("{{verdict}}", Markup.text(RunVerdict.of(end)))
                        .replace("{{facts}}", facts()).replace("{{stopped}}", stopped()).replace("{{paid}}", paid())
                        .replace("{{cells}}", cells()).replace("{{news}}", news())
                        .replace("{{run}}", Markup.text(head.run()));
    }

    private String mood() {
        return switch (end.code()) {
            case PASSED -> "good";
            case FAILED -> "bad";
            case NOTHING_JUDGED, BROKEN, INTERRUPTED -> "unsure";
        };
    }

    private String facts() {
        return Markup
                .text(head.agents() + " · " + String.join(", ", head.inputs()) + " · " + TIME.format(head.startedAt())
                        + " · took " + Seconds.text(end.took()) + muted() + " · exit code " + end.code().code()
                        + (head.about().labels().isEmpty() ? "" : " · " + head.about().labelsShown()));
    }

    private String muted() {
        int muted = end.tally().summary().causes(Status.SKIPPED).getOrDefault(Cause.MUTED, 0);
        return muted == 0 ? "" : " · " + muted + " muted";
    }

    private String paid() {
        return PaidText.sentence(end.tally().paid()).map(text -> "<p class=\"dim\">" + Markup.text(text) + "</p>")
                .orElse("");
    }

    private String news() {
        var text = new StringBuilder();
        if (end.news().baseline() != null) {
            text.append("<section id=\"news\"><h2>Since ").append(Markup.text(end.news().baseline()))
                    .append(end.news().groups().isEmpty() ? ": nothing new" : "")
                    .append("</h2><div class=\"card wide\"><table>");
            end.news().groups().forEach(group -> {
                text.append("<tr><th>").append(group.kind().title()).append("</th><td>").append(group.cases())
                        .append("</td></tr>");
                group.named().forEach(changed -> text.append("<tr><td>").append(Markup.text(changed.key()))
                        .append("</td><td>").append(Markup.text(changed.tries())).append("</td></tr>"));
            });
            text.append("</table></div></section>");
        }
        return text + (end.basis() == null ? "" : "<p class=\"dim\">Gate: " + Markup.text(end.basis()) + "</p>");
    }

    private String stopped() {
        return end.stopReason() == null ? ""
                : "<p class=\"stopped\">Stopped: " + Markup.text(end.stopReason()) + "</p>";
    }

    private String cells() {
        return end.tally().cells().stream().map(cell -> row(RunJson.name(head, cell), cell))
                .collect(Collectors.joining("\n"));
    }

    private static String row(String name, CellTally cell) {
        var row = new StringBuilder("<tr><td>").append(Markup.text(name)).append("</td>");
        for (var status : Status.values()) {
            int count = cell.summary().count(status);
            row.append("<td class=\"").append(count == 0 ? "dim" : status.wire()).append("\">").append(count)
                    .append("</td>");
        }
        var figures = cell.figures();
        return row.append("<td>").append(rate(figures.pass())).append("</td><td>")
                .append(time(figures.working(), Spread::median)).append("</td><td>")
                .append(time(figures.working(), Spread::p95)).append("</td>").append(paid(figures.paid()))
                .append("</tr>").toString();
    }

    /** Returns the cost of the agents, then of everything paid for. */
    private static String paid(Paid paid) {
        var target = paid.results().target();
        return "<td>" + target.tokens() + "</td><td>" + dollars(target) + "</td><td>" + dollars(paid.all()) + "</td>";
    }

    private static String dollars(Bill bill) {
        return PaidText.amount(bill).orElse("–");
    }

    private static String rate(PassFigures pass) {
        var outcomes = pass.rated();
        return outcomes.interval().map(interval -> String.format(Locale.ROOT,
                "%.1f %% <span class=\"dim\">(%.1f to %.1f)</span> <span class=\"rate\"><i style=\"width:%.1f%%\"></i></span>",
                outcomes.rate().orElseThrow() * 100, interval.low() * 100, interval.high() * 100,
                outcomes.rate().orElseThrow() * 100)).map(rate -> pass.stopped() ? rate + " of cases" : rate)
                .orElse("–")
                + PassText.tries(pass).map(tries -> "<div class=\"dim tries\">" + Markup.text(tries) + "</div>")
                        .orElse("");
    }

    private static String time(@Nullable Spread working, ToLongFunction<Spread> which) {
        return working == null ? "–" : Seconds.text(Duration.ofMillis(which.applyAsLong(working)));
    }
}
