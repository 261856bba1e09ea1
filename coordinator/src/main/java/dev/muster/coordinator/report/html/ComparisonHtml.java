package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Comparer.Changes;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Finding;
import dev.muster.coordinator.analysis.comparison.Pairing;
import dev.muster.coordinator.report.ChangedCases;
import dev.muster.coordinator.report.ComparisonWords;
import dev.muster.coordinator.report.FindingRow;
import dev.muster.coordinator.report.SideLines;
import dev.muster.coordinator.viewer.Assets;

/** A comparison as one self-contained page, without scripts; light or dark like the system. */
public final class ComparisonHtml {

    private static final int NAMED = 10_000;
    /** Kinds with fewer cases are expanded. */
    private static final int OPEN = 50;
    /** Number of cases that a browser lays out together when they scroll into view. */
    private static final int TOGETHER = 200;

    private final Comparison comparison;
    private final Changes changes;
    private final PrintWriter out;

    private ComparisonHtml(Comparison comparison, Changes changes, PrintWriter out) {
        this.comparison = comparison;
        this.changes = changes;
        this.out = out;
    }

    public static void write(Comparison comparison, Changes changes, PrintWriter out) {
        new ComparisonHtml(comparison, changes, out).write();
    }

    private void write() {
        var title = title();
        out.print(Assets.text("head.html").replace("{{title}}", Markup.text(title))
                .replace("{{policy}}", Assets.policyWithoutScript()).replace("{{style}}", Assets.comparisonStyle()));
        out.print("<body>\n<header><div><div class=\"verdict " + mood() + "\"><h1>" + Markup.text(title) + "</h1>"
                + beside() + gate() + "</div></div></header>\n<main>\n");
        for (int i = 0; i < comparison.pairings().size(); i++) {
            pairing(i, comparison.pairings().get(i));
        }
        sides();
        out.print("</main>\n<footer><div>" + (comparison.questions() == 0 ? ""
                : Markup.text(ComparisonWords.method(comparison))) + "</div></footer>\n</body>\n</html>\n");
    }

    private String title() {
        var pairings = comparison.pairings();
        return pairings.size() == 1 ? ComparisonSentence.of(pairings.getFirst())
                : pairings.size() + " comparisons of " + comparison.sides().size() + " sides";
    }

    private String beside() {
        return comparison.pairings().size() != 1 ? ""
                : "<p class=\"dim\">" + Markup.text(ComparisonWords.title(comparison.pairings().getFirst()) + " · "
                        + ComparisonWords.judged(comparison.pairings().getFirst())) + "</p>";
    }

    private String gate() {
        return comparison.gate() == null ? ""
                : "<p class=\"stopped\"><b>Gate:</b> " + Markup.text(comparison.gate()) + "</p>";
    }

    /** Returns the mood of all pairings: red when one is worse. */
    private String mood() {
        var moods = comparison.pairings().stream().map(ComparisonHtml::mood).distinct().toList();
        return comparison.gate() != null || moods.contains("bad") ? "bad" : moods.size() == 1 ? moods.getFirst()
                : "even";
    }

    private static String mood(Pairing pairing) {
        return pairing.findings().stream().findFirst().filter(Finding::significant)
                .map(finding -> finding.regression() ? "bad" : "good").orElse("even");
    }

    private void pairing(int number, Pairing pairing) {
        out.print("<section>\n");
        if (comparison.pairings().size() > 1) {
            out.print("<h2>" + Markup.text(ComparisonWords.title(pairing)) + "</h2>\n<div class=\"verdict "
                    + mood(pairing) + "\"><p>" + Markup.text(ComparisonSentence.of(pairing)) + "</p><p class=\"dim\">"
                    + Markup.text(ComparisonWords.judged(pairing)) + "</p></div>\n");
        }
        if (!pairing.findings().isEmpty()) {
            table(pairing);
        }
        ChangedCases.of(number, pairing, changes, NAMED).forEach(this::changed);
        out.print("</section>\n");
    }

    private void table(Pairing pairing) {
        out.print("<div class=\"card wide\" tabindex=\"0\" role=\"region\" aria-label=\"Measures\"><table>\n<thead><tr>"
                + cells(FindingRow.HEADINGS, "th") + "</tr></thead>\n<tbody>\n");
        pairing.findings().forEach(finding -> out.print("<tr" + (finding.significant() ? " class=\"sure\"" : "") + ">"
                + cells(FindingRow.of(finding).columns(), "td") + "</tr>\n"));
        out.print("</tbody></table></div>\n");
    }

    private static String cells(List<String> words, String element) {
        return words.stream().map(word -> "<" + element + ">" + Markup.text(word) + "</" + element + ">")
                .collect(Collectors.joining());
    }

    private void changed(ChangedCases cases) {
        out.print("<details class=\"card changed " + cases.kind().wire() + "\""
                + (cases.all() <= OPEN ? " open" : "") + "><summary>" + Markup.text(cases.title()) + "</summary>\n");
        for (int from = 0; from < cases.named().size(); from += TOGETHER) {
            out.print("<ul>\n");
            cases.named().subList(from, Math.min(from + TOGETHER, cases.named().size())).forEach(change -> out.print(
                    "<li>" + Markup.text(change.key()) + "<span class=\"dim\">"
                            + Markup.text(ChangedCases.cause(change)) + "</span></li>\n"));
            out.print("</ul>\n");
        }
        cases.rest().forEach(rest -> out.print("<p class=\"rest\">" + Markup.text(rest) + "</p>\n"));
        out.print("</details>\n");
    }

    private void sides() {
        out.print("<section><h2>Each side by itself</h2>\n<div class=\"sides\">\n");
        for (var side : comparison.sides()) {
            var figures = comparison.figures().get(side.name());
            out.print("<div class=\"card\"><h3>" + Markup.text(side.name()) + "</h3>");
            (figures == null ? List.of("no results") : SideLines.of(figures))
                    .forEach(line -> out.print("<p>" + Markup.text(line) + "</p>"));
            out.print("</div>\n");
        }
        out.print("</div></section>\n");
    }
}
