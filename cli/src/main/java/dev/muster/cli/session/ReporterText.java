package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.markdown.AutoLinks;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.safety.Safelist;

/**
 * The text of a reporter, as a file. A reporter is a model that reads what the agent under test wrote, so the agent may
 * have written it: nothing in it runs, loads, leads elsewhere or mentions anybody.
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
        return BuildFile.text("/report.html").replace("{body}", body);
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
