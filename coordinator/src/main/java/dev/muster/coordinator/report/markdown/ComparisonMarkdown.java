package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Pairing;
import dev.muster.coordinator.report.ComparisonWords;
import dev.muster.coordinator.report.ComparisonWords.ChangedCases;
import dev.muster.coordinator.report.ComparisonWords.FindingRow;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.SideLines;

/** A comparison for a step summary or a comment: the sentences, tables, and the first cases of each kind. */
public final class ComparisonMarkdown {

    /** Maximum cases to name; step summaries have room for a megabyte. */
    private static final int NAMED = 1_000;

    private static final int LONGEST_REASON = 200;

    private ComparisonMarkdown() {}

    public static void write(Comparison comparison, CaseChanges changes, PrintWriter out) {
        out.print("# Comparison\n\n");
        if (comparison.gate() != null) {
            out.print("**Gate failed:** " + MarkdownText.of(comparison.gate()) + "\n\n");
        }
        for (int i = 0; i < comparison.pairings().size(); i++) {
            pairing(out, i, comparison.pairings().get(i), changes);
        }
        out.print("\n## Sides\n\n");
        for (var side : comparison.sides()) {
            var figures = comparison.figures().get(side.name());
            out.print("- **" + MarkdownText.of(side.name()) + "**: " + MarkdownText.of(
                    figures == null ? "no results" : String.join("; ", SideLines.of(figures))) + "\n");
        }
        if (!comparison.isEmpty()) {
            out.print("\n" + MarkdownText.of(ComparisonWords.method(comparison)) + "\n");
        }
    }

    private static void pairing(PrintWriter out, int number, Pairing pairing, CaseChanges changes) {
        out.print("\n## " + MarkdownText.of(ComparisonWords.title(pairing)) + "\n");
        ChangedCases.of(number, pairing, changes, NAMED).forEach(cases -> changed(out, cases));
        out.print("\n" + MarkdownText.of(ComparisonSentence.of(pairing)) + "\n\n" + ComparisonWords.judged(pairing)
                + "\n\n");
        if (!pairing.findings().isEmpty()) {
            out.print(row(FindingRow.HEADINGS) + "|---|---:|---:|---:|---:|---|---|\n");
            pairing.findings().forEach(finding -> out.print(row(FindingRow.of(finding).columns())));
        }
    }

    private static String row(List<String> columns) {
        return columns.stream().map(MarkdownText::of).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static void changed(PrintWriter out, ChangedCases cases) {
        out.print("\n<details><summary>" + cases.title() + "</summary>\n\n");
        cases.named().forEach(change -> out.print(
                "- " + MarkdownText.of(ChangedCases.tries(change) + change.key() + ChangedCases.cause(change)
                        + (change.reason() == null ? "" : ": " + Printable.beginning(change.reason(), LONGEST_REASON)))
                        + "\n"));
        cases.rest().forEach(rest -> out.print("- " + rest + "\n"));
        out.print("\n</details>\n");
    }
}
