package dev.muster.common.agent.openai;

import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.model.ContentPart;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes an image, a recording or a file as a content part. */
public final class MediaPart {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private MediaPart() {}

    /** @throws UnsendableContent for a recording or a file by URL, which chat completions don't support */
    public static ObjectNode of(ContentPart.Media media) throws UnsendableContent {
        return switch (media.kind()) {
            case "image" -> image(media);
            case "audio" -> audio(media);
            default -> file(media);
        };
    }

    /** Returns the URL of an image or a file; a data URL for inline data. */
    public static @Nullable String address(ContentPart.Media media) {
        return media.data() == null ? media.url() : dataUri(media);
    }

    private static ObjectNode image(ContentPart.Media media) {
        ObjectNode part = JSON.objectNode().put("type", "image_url");
        part.putObject("image_url").put("url", address(media));
        return part;
    }

    private static ObjectNode audio(ContentPart.Media media) throws UnsendableContent {
        ObjectNode part = JSON.objectNode().put("type", "input_audio");
        part.putObject("input_audio").put("data", data(media)).put("format", format(media.mimeType()));
        return part;
    }

    private static ObjectNode file(ContentPart.Media media) throws UnsendableContent {
        data(media);
        ObjectNode part = JSON.objectNode().put("type", "file");
        ObjectNode file = part.putObject("file");
        if (media.filename() != null) {
            file.put("filename", media.filename());
        }
        file.put("file_data", dataUri(media));
        return part;
    }

    private static String data(ContentPart.Media media) throws UnsendableContent {
        if (media.data() == null) {
            throw new UnsendableContent("chat completions take " + (media.kind().equals("audio") ? "audio" : "files")
                    + " only as data; write file://… instead of an address");
        }
        return media.data();
    }

    private static String dataUri(ContentPart.Media media) {
        return "data:" + media.mimeType() + ";base64," + media.data();
    }

    private static String format(String mimeType) {
        return switch (mimeType) {
            case "audio/mpeg", "audio/mp3" -> "mp3";
            case "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave" -> "wav";
            default -> mimeType.substring(mimeType.indexOf('/') + 1);
        };
    }
}
