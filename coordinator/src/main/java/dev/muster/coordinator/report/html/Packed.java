package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** JSON packed for a page: compressed with gzip, in base64. */
final class Packed {

    private Packed() {}

    static byte[] of(JsonNode json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = zip(bytes)) {
            zip.write(Json.MAPPER.writeValueAsBytes(json));
        }
        return Base64.getEncoder().encode(bytes.toByteArray());
    }

    private static OutputStream zip(OutputStream out) throws IOException {
        return new GZIPOutputStream(out, 1 << 14) {
            {
                def.setLevel(Deflater.BEST_SPEED + 2);
            }
        };
    }
}
