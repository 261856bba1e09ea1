package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.markdown.AutoLinks;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.safety.Safelist;

/**
 * What a reporter wrote, as a file. A reporter is a model that reads what the agent under test said, so the agent may have
 * written it: nothing in it runs, loads, leads elsewhere or mentions anybody.
 */
final class ReporterText {

    private static final Safelist ALLOWED = Safelist.relaxed().removeTags("a", "img");
    /** Raw HTML, images, and what becomes a link or a mention by itself. */
    private static final Pattern ACTIVE = Pattern.compile("[<\\]]|!(?=\\[)");

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

    /** Everywhere, also in what looks like code: renderers differ in where a fence ends. */
    private static String markdown(String text) {
        return Printable.text(text).lines().map(ReporterText::passive).collect(Collectors.joining("\n"));
    }

    /** An entity never is a mark of Markdown, whatever stands before it; a backslash may be escaped itself. */
    private static String passive(String line) {
        return ACTIVE.matcher(AutoLinks.broken(line)).replaceAll(found -> "&#" + (int) found.group().charAt(0) + ";");
    }
}
