package dev.muster.coordinator.report.html;

import dev.muster.common.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
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
