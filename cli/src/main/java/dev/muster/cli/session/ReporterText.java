package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.Printable;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.safety.Safelist;

/**
 * What a reporter wrote, as a file. A reporter is a model that reads what the agent under test said, so the agent may have
 * written it: nothing in it runs, loads, leads elsewhere or mentions anybody.
 */
final class ReporterText {

    private static final Safelist ALLOWED = Safelist.relaxed().removeTags("a", "img");
    private static final Pattern FENCE = Pattern.compile(" {0,3}(```|~~~).*");
    /** Raw HTML, images, and what becomes a link or a mention by itself. */
    private static final Pattern ACTIVE = Pattern.compile("<|!(?=\\[)|\\](?=[(\\[:])");
    private static final Pattern LINKED = Pattern
            .compile("@(?=[\\p{L}\\p{N}_-])|#(?=\\d)|\\bGH-(?=\\d)|\\b(?i:www)(?=\\.)|:(?=//)");

    private ReporterText() {}

    static String of(Path file, String text) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".html") ? html(text) : name.endsWith(".md") ? markdown(text) : Printable.text(text);
    }

    private static String html(String text) {
        var body = Jsoup.clean(text, "", ALLOWED, new OutputSettings().prettyPrint(false));
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <meta name="viewport" content="width=device-width"><title>Report</title>
                <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
                table { border-collapse: collapse } td, th { border: 1px solid #999; padding: .2rem .5rem }</style>
                </head><body>
                """ + body + "\n</body></html>";
    }

    /** Code keeps its characters: nothing is rendered in it. */
    private static String markdown(String text) {
        var fence = "";
        var shown = new StringJoiner("\n");
        for (var line : Printable.text(text).lines().toList()) {
            var mark = FENCE.matcher(line);
            if (mark.matches() && (fence.isEmpty() || fence.equals(mark.group(1)))) {
                fence = fence.isEmpty() ? mark.group(1) : "";
                shown.add(line);
            } else {
                shown.add(fence.isEmpty() ? passive(line) : line);
            }
        }
        return shown.toString();
    }

    private static String passive(String line) {
        var broken = LINKED.matcher(line).replaceAll("$0\u200B");
        return ACTIVE.matcher(broken).replaceAll(found -> found.group().equals("<") ? "&lt;" : "\\\\" + found.group());
    }
}
