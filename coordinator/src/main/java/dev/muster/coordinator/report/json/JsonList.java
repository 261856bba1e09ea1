package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.coordinator.report.Pieces;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.ResultWriter.RunEnd;
import dev.muster.coordinator.report.ResultWriter.RunHead;
import dev.muster.coordinator.run.StoredCase;

/** Writes a list of results in the order of the suite, each as JSON. */
public final class JsonList implements ResultWriter {

    private final OutputStream out;
    private final BiFunction<StoredCase, Map<String, String>, byte[]> json;
    private final String begin;
    private final String between;
    private final String end;
    private final Pieces pieces = new Pieces();
    private Map<String, String> labels = Map.of();

    private JsonList(OutputStream out, BiFunction<StoredCase, Map<String, String>, byte[]> json, String begin,
            String between, String end) {
        this.out = out;
        this.json = json;
        this.begin = begin;
        this.between = between;
        this.end = end;
    }

    public static JsonList ofLines(OutputStream out) {
        return new JsonList(out, ResultJson::line, "", "", "");
    }

    public static JsonList ofAgentEval(OutputStream out) {
        return new JsonList(out, (stored, _) -> AgentEvalJson.bytes(stored), "[\n", ",\n", "\n]\n");
    }

    @Override
    public void begin(RunHead head) {
        labels = head.about().labels();
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            pieces.add(stored.ref(), json.apply(stored, labels));
        }
    }

    @Override
    public void end(RunEnd ended) throws IOException {
        out.write(begin.getBytes(StandardCharsets.UTF_8));
        pieces.write(out, between.getBytes(StandardCharsets.UTF_8));
        out.write(end.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        pieces.close();
    }
}
