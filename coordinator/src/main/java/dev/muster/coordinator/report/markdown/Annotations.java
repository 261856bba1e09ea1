package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.coordinator.report.FailureGroup;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.ShownFailure;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.run.StoredCase;

/** Writes GitHub workflow commands that annotate the lines of cases that did not pass, a few per run. */
public final class Annotations extends StreamResultWriter {

    /** Maximum errors that GitHub shows for a step. */
    private static final int MOST = 10;

    private final String folder;
    private final FailureGroups failures = new FailureGroups(MOST);

    /**
     * @param folder the project folder relative to the repository, ending in {@code /}; empty when they are the same
     */
    public Annotations(OutputStream out, String folder) {
        super(out);
        this.folder = folder;
    }

    @Override
    public void write(List<StoredCase> batch) {
        batch.forEach(failures::add);
    }

    /** Writes one case of each reason first: ten of the same would hide other problems. */
    @Override
    public void end(RunEnd end) throws IOException {
        int all = failures.groups().stream().mapToInt(FailureGroup::size).sum();
        var text = new StringBuilder();
        int written = 0;
        for (int round = 0; round < MOST && written < MOST; round++) {
            for (var group : failures.groups()) {
                if (written < MOST && round < group.shown().size()) {
                    text.append(command(group.shown().get(round)));
                    written++;
                }
            }
        }
        if (all > written) {
            text.append("::notice title=Muster::").append(all - written)
                    .append(" more did not pass; the summary of the step has them\n");
        }
        text(text.toString());
        out.flush();
    }

    private String command(ShownFailure shown) {
        var at = shown.source().line() == 0 ? "" : "file=" + property(folder + shown.source().file()) + ",line="
                + shown.source().line() + ",";
        return "::" + ("flaky".equals(shown.status()) ? "warning " : "error ") + at + "title="
                + property(shown.id() + ": " + shown.status()) + "::" + data(shown.reason()) + "\n";
    }

    private static String data(String text) {
        return Printable.text(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
