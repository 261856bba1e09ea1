package dev.muster.coordinator.report.file;

import module java.base;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.html.HtmlResults;
import dev.muster.coordinator.report.json.JsonList;
import dev.muster.coordinator.report.json.JsonResults;
import dev.muster.coordinator.report.junit.JUnitResults;
import dev.muster.coordinator.report.markdown.MarkdownResults;

/** The forms of results, each with its file extension. */
public enum Form {
    /** One JSON object per line. */
    JSONL("jsonl"),
    /** One JSON object. */
    JSON("json"),
    /** JUnit XML. */
    JUNIT("xml"),
    /** Markdown: a summary and what did not pass. */
    MARKDOWN("md"),
    /** A page for people. */
    HTML("html"),
    /** JSON with AgentEval's names; only on request. */
    AGENT_EVAL("json");

    private final String ending;

    Form(String ending) {
        this.ending = ending;
    }

    static Optional<Form> of(Path file) {
        var name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        var ending = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(form -> form.ending.equals(ending)).findFirst();
    }

    public static Optional<Form> named(String name) {
        return Arrays.stream(values()).filter(form -> form.toString().equals(name)).findFirst();
    }

    /** Returns the extensions for a sentence: {@code .jsonl, .json or .xml}. */
    static String endings() {
        var all = Arrays.stream(values()).map(form -> "." + form.ending).distinct().collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " or " + all.substring(last + 2);
    }

    /** Whether a partial file is readable; such a file grows during the run. */
    boolean grows() {
        return this == JSONL;
    }

    /** @param out stays open when the writer is closed */
    public ResultWriter writer(OutputStream out) {
        return switch (this) {
            case JSONL -> JsonList.ofLines(out);
            case JSON -> new JsonResults(out);
            case JUNIT -> new JUnitResults(out);
            case MARKDOWN -> new MarkdownResults(out);
            case HTML -> new HtmlResults(out);
            case AGENT_EVAL -> JsonList.ofAgentEval(out);
        };
    }

    /** Returns the name that {@code --format} takes. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
