package dev.muster.common.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import org.jspecify.annotations.Nullable;

/** A piece of a message. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({@JsonSubTypes.Type(value = ContentPart.Text.class, name = "text"),
    @JsonSubTypes.Type(value = ContentPart.Media.class, name = "media")})
public sealed interface ContentPart {

    /** Plain text. */
    record Text(String text) implements ContentPart {}

    /**
     * An image, a recording or a file: by address, or carried along.
     *
     * @param kind {@code image}, {@code audio} or {@code file}
     * @param url passed on as it is; null when {@code data} is there
     * @param data base64; null when {@code url} is there
     * @param mimeType such as {@code image/png}
     * @param filename for people and for protocols that want one; null when unknown
     */
    record Media(String kind, @Nullable String url, @Nullable String data, String mimeType,
            @Nullable String filename) implements ContentPart {}
}
