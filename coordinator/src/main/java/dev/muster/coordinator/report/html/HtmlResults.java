package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.CellTally;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.viewer.Assets;
import tools.jackson.databind.node.ObjectNode;

/** Writes results as one HTML file. Its head is only known at the end, so everything below waits, packed, in a spool. */
public final class HtmlResults implements ResultWriter {

    private final OutputStream out;
    private final FailureGroups failures = new FailureGroups(1);
    private RunHead head = new RunHead("", "", List.of(), List.of(), 0, Instant.EPOCH);
    private final Spool spool = new Spool();
    private final Blocks indexBlocks = new Blocks(spool, "index");
    private final Index index = new Index(indexBlocks);
    private final Blocks detailBlocks = new Blocks(spool, "block");
    private final Details details = new Details(detailBlocks);

    public HtmlResults(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead run) {
        head = run;
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            index.add(stored, failures.add(stored), head.startedAt());
            details.add(stored);
        }
    }

    @Override
    public void end(RunEnd end) throws IOException {
        index.flush();
        details.flush();
        text(new Page(head, end).top());
        text("<script type=\"application/json\" id=\"run\">" + Json.MAPPER.writeValueAsString(data(end))
                .replace("<", "\\u003c") + "</script>\n");
        indexBlocks.write(out);
        detailBlocks.write(out);
        text("<script>" + Assets.script() + "</script>\n</body>\n</html>\n");
        out.flush();
    }

    private ObjectNode data(RunEnd end) {
        var json = Json.MAPPER.createObjectNode().put("id", head.run()).put("parts", indexBlocks.size());
        head.instructions().forEach(json.putObject("instructions")::put);
        var names = RunJson.names(head, end.tally());
        var cells = json.putArray("cells");
        end.tally().cells().stream().mapToInt(CellTally::number).max().ifPresent(last -> IntStream.rangeClosed(0, last)
                .forEach(number -> cells.add(names.getOrDefault(number, "cell " + number))));
        index.put(json);
        details.begins().forEach(json.putArray("blocks")::add);
        var groups = json.putArray("groups");
        failures.numbered().forEach(group -> groups.addObject().put("cause", group.cause().wire())
                .put("message", group.message()).put("size", group.size()));
        return json;
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        spool.close();
    }
}
