package dev.muster.common.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import org.jspecify.annotations.Nullable;

/** A part of a message. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({@JsonSubTypes.Type(value = ContentPart.Text.class, name = "text"),
    @JsonSubTypes.Type(value = ContentPart.Media.class, name = "media")})
public sealed interface ContentPart {

    /** Plain text. */
    record Text(String text) implements ContentPart {}

    /**
     * An image, a recording or a file: by URL, or inline.
     *
     * @param kind {@code image}, {@code audio} or {@code file}
     * @param url passed on as it is; null when {@code data} is set
     * @param data base64; null when {@code url} is set
     * @param mimeType such as {@code image/png}
     * @param filename for users and for protocols that need one; null when unknown
     */
    record Media(String kind, @Nullable String url, @Nullable String data, String mimeType,
            @Nullable String filename) implements ContentPart {

        /** Returns where it is: a URL, which has the data itself where there is no other. */
        public String address() {
            return url != null ? url : "data:" + mimeType + ";base64," + data;
        }
    }
}
