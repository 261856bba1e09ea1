package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.coordinator.report.Pieces;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.run.StoredCase;

/** Writes one JSON object per line, in the order of the suite. */
public final class JsonlResults implements ResultWriter {

    private static final byte[] NOTHING = {};

    private final OutputStream out;
    private final Pieces pieces = new Pieces();

    public JsonlResults(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead head) {
        // every line is a result
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            pieces.add(stored.ref(), line(stored));
        }
    }

    static byte[] line(StoredCase stored) {
        var line = new ByteArrayOutputStream();
        try (var json = ResultJson.generator(line)) {
            ResultJson.write(stored, json);
            json.writeRaw('\n');
        }
        return line.toByteArray();
    }

    @Override
    public void end(RunEnd end) throws IOException {
        pieces.write(out, NOTHING);
        out.flush();
    }

    @Override
    public void close() {
        pieces.close();
    }
}
