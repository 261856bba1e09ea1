package dev.muster.cli.session;

import module java.base;
import dev.muster.common.config.ProjectLinks;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.json.ReportDocument;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.StoredCase;

/**
 * {@code --reporter}: an agent writes the report, to its files in {@code -o} or else to the console. Whether that works
 * does not change the outcome of the run.
 */
public record CustomReport(String reporter, List<Path> files, HelperAgents agents, CommandContext here,
        ReportDocument document) {

    private static final String FENCE = "```";
    private static final List<String> ENDINGS = List.of(".md", ".html", ".txt");

    /** Tries its files among those in {@code -o}: a run must not start when its report can't be written. */
    public static CustomReport open(String reporter, List<Path> outputs, HelperAgents agents, CommandContext here)
            throws BadInput {
        var files = outputs.stream().filter(CustomReport::takes).toList();
        for (var file : files) {
            try {
                ProjectLinks.checkOutput(file);
            } catch (IOException e) {
                throw new BadInput("-o " + file + " can't be written: " + e.getMessage());
            }
            try {
                Files.writeString(file, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new BadInput("-o " + file + " can't be written; name a file in an existing folder");
            }
        }
        return new CustomReport(reporter, files, agents, here, new ReportDocument());
    }

    /** Whether a file is for the reporter's text; other extensions are for results. */
    public static boolean takes(Path output) {
        var name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(name::endsWith);
    }

    public void results(List<StoredCase> batch) {
        document.add(batch);
    }

    public void write(EndedRun ended, Suite suite) throws IOException, InterruptedException {
        switch (reply(ended, suite)) {
            case HelperReply.Text(var text) when !text.isBlank() -> print(unfenced(text.strip()));
            case HelperReply.Text empty -> fallBack("it answered nothing", ended);
            case HelperReply.Failed(var why) -> fallBack(why, ended);
        }
    }

    private HelperReply reply(EndedRun ended, Suite suite) throws InterruptedException {
        if (ended.code() == Exit.INTERRUPTED) {
            return new HelperReply.Failed("the run was interrupted");
        }
        try {
            return suite.report(document, ended.run(), ended.took(), agents);
        } catch (IOException e) {
            return new HelperReply.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** Models often wrap a whole document in a Markdown fence. */
    private static String unfenced(String text) {
        int body = text.indexOf('\n') + 1;
        int end = text.length() - FENCE.length();
        boolean whole = text.startsWith(FENCE) && text.endsWith(FENCE) && body > 0
                && text.indexOf("\n" + FENCE, body - 1) == end - 1;
        return whole ? text.substring(body, end).strip() : text;
    }

    private void print(String report) throws IOException {
        if (files.isEmpty()) {
            here.out().println();
            here.out().println(Printable.text(report));
        }
        save(report);
    }

    private void fallBack(String why, EndedRun ended) throws IOException {
        here.err().println("warning: no report by " + reporter + ": " + Printable.line(why)
                + (files.isEmpty() ? "" : "; the summary is written instead"));
        save("No report by " + reporter + ": " + why + "\n\n" + String.join("\n", document.figures(ended.took())));
    }

    private void save(String text) throws IOException {
        for (var file : files) {
            Files.writeString(file, ReporterText.of(file, text) + "\n");
        }
    }
}
