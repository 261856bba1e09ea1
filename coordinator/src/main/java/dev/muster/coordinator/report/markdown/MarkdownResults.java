package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;

/** Writes a summary in Markdown, within GitHub's limit for a step: the verdict, a table of cells, failures by reason. */
public final class MarkdownResults implements ResultWriter {

    private static final int MOST_CASES = 10;
    /** Characters of an agent's instructions. */
    private static final int LONGEST = 2_000;
    /** Maximum bytes; GitHub accepts 1 MiB per step, and what follows the groups needs a little. */
    private static final int MOST = 1_000_000;

    private final OutputStream out;
    private final FailureGroups failures = new FailureGroups(MOST_CASES);
    private final MutedCases muted = new MutedCases(MOST_CASES);
    private RunHead head = new RunHead("", "", List.of(), List.of(), 0, Instant.EPOCH);

    public MarkdownResults(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead run) {
        head = run;
    }

    @Override
    public void write(List<StoredCase> batch) {
        batch.forEach(failures::add);
        batch.forEach(muted::add);
    }

    @Override
    public void end(RunEnd end) throws IOException {
        var text = new StringBuilder(MarkdownSummary.of(head, end));
        var names = RunJson.names(head, end.tally());
        var quiet = MarkdownGroup.of(muted, names);
        int written = bytes(text) + bytes(quiet);
        int left = 0;
        for (var group : failures.groups()) {
            var told = MarkdownGroup.of(group, names);
            written += bytes(told);
            if (written > MOST) {
                left++;
            } else {
                text.append(told);
            }
        }
        if (left > 0) {
            text.append("\n… and ").append(left).append(" more groups, for which there is no room here.\n");
        }
        head.instructions().forEach((agent, told) -> text.append("\n<details><summary>Instructions of ")
                .append(MarkdownText.of(agent)).append("</summary>").append(MarkdownText.of(
                        told.length() <= LONGEST ? told : told.substring(0, LONGEST) + "…"))
                .append("</details>\n"));
        text.append(quiet).append("\n<sub>run ").append(MarkdownText.of(head.run())).append(" · ")
                .append(MarkdownText.code("muster report " + head.run() + " -v")).append(" shows everything</sub>\n");
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
