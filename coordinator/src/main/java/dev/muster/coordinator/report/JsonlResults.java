package dev.muster.coordinator.report;

import dev.muster.coordinator.run.StoredCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** One JSON object a line. Only whole lines are handed on, so that a kill leaves no half. */
public final class JsonlResults implements ResultWriter {

    private static final int CHUNK = 1 << 20;

    private final OutputStream out;

    /** @param out without a buffer, so that what was written is there */
    public JsonlResults(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead head) {
        // lines are results, nothing else
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        var lines = new ByteArrayOutputStream();
        try (var json = ResultJson.generator(lines)) {
            for (var stored : batch) {
                ResultJson.write(stored, json);
                json.writeRaw('\n');
                if (lines.size() >= CHUNK) {
                    json.flush();
                    drain(lines);
                }
            }
        }
        drain(lines);
    }

    private void drain(ByteArrayOutputStream lines) throws IOException {
        out.write(lines.toByteArray());
        lines.reset();
    }

    @Override
    public void end(RunEnd end) throws IOException {
        out.flush();
    }

    @Override
    public void close() {
        // it holds nothing
    }
}
