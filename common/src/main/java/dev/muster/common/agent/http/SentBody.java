package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.json.Json;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** The bytes of a request, with the type that its headers name, or else the usual one. */
final class SentBody {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final MediaType TEXT = MediaType.get("text/plain; charset=utf-8");
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");

    private SentBody() {}

    static @Nullable RequestBody of(OutgoingRequest outgoing) {
        var own = outgoing.headers().entrySet().stream().filter(each -> each.getKey().equalsIgnoreCase("Content-Type"))
                .map(Map.Entry::getValue).findFirst().orElse(null);
        return switch (outgoing.body()) {
            case OutgoingBody.None _ -> outgoing.method().equals("GET") ? null : RequestBody.EMPTY;
            case OutgoingBody.Json(var json) -> body(Json.MAPPER.writeValueAsBytes(json), own, JSON);
            case OutgoingBody.Text(var text) -> body(text.getBytes(charset(own)), own, TEXT);
            case OutgoingBody.Form form -> body(form.text().getBytes(StandardCharsets.UTF_8), own, FORM);
        };
    }

    /** A body with a type of its own would replace the header. */
    private static RequestBody body(byte[] bytes, @Nullable String own, MediaType usual) {
        return RequestBody.create(bytes, own == null ? usual : null);
    }

    private static Charset charset(@Nullable String own) {
        var type = own == null ? null : MediaType.parse(own);
        return Objects.requireNonNullElse(type == null ? null : type.charset(StandardCharsets.UTF_8),
                StandardCharsets.UTF_8);
    }
}
