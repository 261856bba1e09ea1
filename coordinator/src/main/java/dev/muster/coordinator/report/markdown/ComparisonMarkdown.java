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

/** A comparison for a step summary or a comment: the sentences, tables, and the first cases of each kind. */
final class ComparisonMarkdown {

    /** Step summaries have room for a megabyte. */
    private static final int NAMED = 1_000;

    private ComparisonMarkdown() {}

    static void write(Comparison comparison, Changes changes, Writer to) throws IOException {
        var out = new PrintWriter(to);
        out.print("# Comparison\n\n");
        if (comparison.gate() != null) {
            out.print("**Gate:** " + text(comparison.gate()) + "\n\n");
        }
        for (var side : comparison.sides()) {
            var figures = comparison.figures().get(side.name());
            out.print("- **" + text(side.name()) + "**: "
                    + (figures == null ? "no results" : text(String.join("; ", SideLines.of(figures)))) + "\n");
        }
        for (int i = 0; i < comparison.pairings().size(); i++) {
            pairing(out, i, comparison.pairings().get(i), changes);
        }
        if (comparison.questions() > 0) {
            out.print("\n" + text(ComparisonWords.method(comparison)) + "\n");
        }
        out.flush();
        if (out.checkError()) {
            throw new IOException("the comparison could not be written");
        }
    }

    private static void pairing(PrintWriter out, int number, Pairing pairing, Changes changes) {
        out.print("\n## " + text(ComparisonWords.title(pairing)) + "\n\n" + text(Sentence.of(pairing)) + "\n\n");
        if (!pairing.findings().isEmpty()) {
            out.print("| | cases | first | second | difference | 95 % | p |\n|---|---:|---:|---:|---:|---|---|\n");
            pairing.findings().forEach(finding -> out.print(row(finding)));
        }
        for (var kind : Kind.values()) {
            named(out, number, kind, pairing.counts().of(kind), changes);
        }
    }

    private static String row(Finding finding) {
        var measure = finding.measure();
        return "| " + ComparisonWords.of(measure) + " | " + Amounts.whole(finding.cases()) + " | "
                + Amounts.of(measure, finding.first()) + " | " + Amounts.of(measure, finding.second()) + " | "
                + Amounts.difference(measure, finding.difference()) + " | "
                + Amounts.difference(measure, finding.interval().low()) + " to "
                + Amounts.difference(measure, finding.interval().high()) + " | " + Sentence.p(finding.corrected())
                        .replace("<", "&lt;")
                + (finding.significant() ? " \\*" : "") + " |\n";
    }

    private static void named(PrintWriter out, int number, Kind kind, long of, Changes changes) {
        if (of == 0) {
            return;
        }
        var words = kind.words();
        out.print("\n<details><summary>" + words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ": "
                + Amounts.whole(of) + "</summary>\n\n");
        changes.after(number, kind, "", NAMED).forEach(change -> out.print("- " + text(change.key())
                + (change.cause() == null ? "" : " (" + text(change.cause()) + ")") + "\n"));
        if (of > NAMED) {
            out.print("- and " + Amounts.whole(of - NAMED) + " more\n");
        }
        out.print("\n</details>\n");
    }

    /** What a case is called must not become markup. */
    private static String text(String text) {
        var escaped = new StringBuilder();
        Printable.line(text).codePoints().forEach(c -> {
            if (c == '<' || c == '&' || c == '>') {
                escaped.append(c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;");
            } else {
                if ("\\`*_[]|#".indexOf(c) >= 0) {
                    escaped.append('\\');
                }
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
