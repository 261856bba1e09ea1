package dev.muster.coordinator.report;

import dev.muster.coordinator.comparison.Amounts;
import dev.muster.coordinator.comparison.Change.Kind;
import dev.muster.coordinator.comparison.Comparer.Changes;
import dev.muster.coordinator.comparison.Comparison;
import dev.muster.coordinator.comparison.Finding;
import dev.muster.coordinator.comparison.Pairing;
import dev.muster.coordinator.comparison.Sentence;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;

/** A comparison as one page that needs nothing else: no script, no network; light and dark. */
final class ComparisonHtml {

    private static final int NAMED = 10_000;
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Muster comparison</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
            table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto }
            th, td { padding: .3rem .8rem; border-bottom: 1px solid #8886; text-align: right; white-space: nowrap }
            th:first-child, td:first-child { text-align: left }
            .verdict { font-size: 1.15rem; border-left: .3rem solid #8886; padding-left: .8rem }
            .worse, .gate { border-color: #d33; } .better { border-color: #292 }
            .gate { border-left: .3rem solid #d33; padding-left: .8rem; font-weight: 600 }
            ul { overflow-wrap: anywhere } summary { cursor: pointer }
            </style></head><body>
            <h1>Comparison</h1>
            """;

    private ComparisonHtml() {}

    static void write(Comparison comparison, Changes changes, Writer to) throws IOException {
        var out = new PrintWriter(to);
        out.print(HEAD);
        if (comparison.gate() != null) {
            out.print("<p class=\"gate\">Gate: " + text(comparison.gate()) + "</p>\n");
        }
        sides(out, comparison);
        for (int i = 0; i < comparison.pairings().size(); i++) {
            pairing(out, i, comparison.pairings().get(i), changes);
        }
        if (comparison.questions() > 0) {
            out.print("<p>" + text(ComparisonWords.method(comparison)) + "</p>\n");
        }
        out.print("</body></html>\n");
        out.flush();
        if (out.checkError()) {
            throw new IOException("the comparison could not be written");
        }
    }

    private static void sides(PrintWriter out, Comparison comparison) {
        out.print("<dl>\n");
        for (var side : comparison.sides()) {
            var figures = comparison.figures().get(side.name());
            out.print("<dt><strong>" + text(side.name()) + "</strong></dt>");
            if (figures == null) {
                out.print("<dd>no results</dd>\n");
            } else {
                SideLines.of(figures).forEach(line -> out.print("<dd>" + text(line) + "</dd>\n"));
            }
        }
        out.print("</dl>\n");
    }

    private static void pairing(PrintWriter out, int number, Pairing pairing, Changes changes) {
        out.print("<h2>" + text(ComparisonWords.title(pairing)) + "</h2>\n<p class=\"verdict" + tone(pairing) + "\">"
                + text(Sentence.of(pairing)) + "</p>\n");
        if (!pairing.findings().isEmpty()) {
            out.print("<table><thead><tr><th></th><th>cases</th><th>first</th><th>second</th><th>difference</th>"
                    + "<th>95 %</th><th>p</th></tr></thead><tbody>\n");
            pairing.findings().forEach(finding -> out.print(row(finding)));
            out.print("</tbody></table>\n");
        }
        for (var kind : Kind.values()) {
            named(out, number, kind, pairing.counts().of(kind), changes);
        }
    }

    private static String tone(Pairing pairing) {
        return pairing.findings().stream().findFirst().filter(Finding::significant)
                .map(finding -> finding.regression() ? " worse" : " better").orElse("");
    }

    private static String row(Finding finding) {
        var measure = finding.measure();
        return "<tr><td>" + ComparisonWords.of(measure) + cell(Amounts.whole(finding.cases()))
                + cell(Amounts.of(measure, finding.first())) + cell(Amounts.of(measure, finding.second()))
                + cell(Amounts.difference(measure, finding.difference()))
                + cell(Amounts.difference(measure, finding.interval().low()) + " to "
                        + Amounts.difference(measure, finding.interval().high()))
                + cell(Sentence.p(finding.corrected()) + (finding.significant() ? " *" : "")) + "</td></tr>\n";
    }

    private static String cell(String value) {
        return "</td><td>" + text(value);
    }

    private static void named(PrintWriter out, int number, Kind kind, long of, Changes changes) {
        if (of == 0) {
            return;
        }
        var words = kind.words();
        out.print("<details><summary>" + words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ": "
                + Amounts.whole(of) + "</summary><ul>\n");
        changes.after(number, kind, "", NAMED).forEach(change -> out.print("<li>" + text(change.key())
                + (change.cause() == null ? "" : " (" + text(change.cause().replace('_', ' ')) + ")") + "</li>\n"));
        out.print((of > NAMED ? "<li>and " + Amounts.whole(of - NAMED) + " more</li>\n" : "") + "</ul></details>\n");
    }

    private static String text(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"",
                "&quot;");
    }
}
