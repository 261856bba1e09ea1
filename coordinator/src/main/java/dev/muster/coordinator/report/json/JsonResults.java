package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.Pieces;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.run.StoredCase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a run as one JSON object: its head, the results in the order of the suite, then the figures. */
public final class JsonResults extends StreamResultWriter {

    private final Pieces pieces = new Pieces();

    public JsonResults(OutputStream out) {
        super(out);
    }

    @Override
    public void begin(RunHead run) throws IOException {
        super.begin(run);
        text("{\"run\":");
        json(RunJson.head(run));
        text(",\n\"results\":[");
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            pieces.add(stored.ref(), ResultJson.bytes(stored));
        }
    }

    @Override
    public void end(RunEnd end) throws IOException {
        text("\n");
        pieces.write(out, ",\n".getBytes(StandardCharsets.UTF_8));
        text("],\n\"cells\":");
        json(RunJson.cells(head, end.tally()));
        text(",\n\"summary\":");
        json(RunJson.summary(end));
        var news = RunJson.news(end.news());
        if (news.isPresent()) {
            text(",\n\"news\":");
            json(news.get());
        }
        if (end.gate() != null) {
            text(",\n\"gate_outcome\":");
            json(Json.MAPPER.<ObjectNode>valueToTree(end.gate()));
        }
        text("}\n");
        out.flush();
    }

    private void json(JsonNode node) throws IOException {
        out.write(Json.MAPPER.writeValueAsBytes(node));
    }

    @Override
    public void close() {
        pieces.close();
    }
}
