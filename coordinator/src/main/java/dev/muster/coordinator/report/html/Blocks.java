package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.Spool;
import tools.jackson.databind.JsonNode;

/** Packed blocks, each an element of the page that a browser does not parse; spooled until the page is written. */
final class Blocks {

    /** From here on, more work saves next to nothing. */
    private static final int LEVEL = 6;

    private final Spool spool;
    private final String name;
    private final List<Long> begins = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();

    /** @param name of the elements, followed by their numbers */
    Blocks(Spool spool, String name) {
        this.spool = spool;
        this.name = name;
    }

    void add(JsonNode json) throws IOException {
        var packed = packed(json);
        begins.add(spool.add(packed));
        lengths.add(packed.length);
    }

    int size() {
        return begins.size();
    }

    long bytes() {
        return lengths.stream().mapToLong(Integer::longValue).sum();
    }

    void write(OutputStream out) throws IOException {
        for (int i = 0; i < begins.size(); i++) {
            out.write(
                    ("<script type=\"text/plain\" id=\"" + name + "-" + i + "\">").getBytes(StandardCharsets.US_ASCII));
            out.write(spool.read(begins.get(i), lengths.get(i)));
            out.write("</script>\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Returns JSON compressed with gzip, in base64. */
    static byte[] packed(JsonNode json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = zip(bytes)) {
            zip.write(Json.MAPPER.writeValueAsBytes(json));
        }
        return Base64.getEncoder().encode(bytes.toByteArray());
    }

    private static OutputStream zip(OutputStream out) throws IOException {
        return new GZIPOutputStream(out, 1 << 14) {
            {
                def.setLevel(LEVEL);
            }
        };
    }
}
