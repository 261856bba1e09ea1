package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a message: {@code text}, {@code image}, {@code audio}, {@code file}, {@code image_url}. */
final class PartReader {

    /** Marks keys of the format that this version does not support, which are not unknown keys. */
    static final String NOT_YET = "is not in this version of Muster";

    private static final List<String> TYPES = List.of("text", "image", "audio", "file", "image_url");
    private static final Map<String, String> MIME_TYPES = Map.ofEntries(Map.entry("png", "image/png"),
            Map.entry("jpg", "image/jpeg"), Map.entry("jpeg", "image/jpeg"), Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"), Map.entry("svg", "image/svg+xml"), Map.entry("bmp", "image/bmp"),
            Map.entry("heic", "image/heic"), Map.entry("tif", "image/tiff"), Map.entry("tiff", "image/tiff"),
            Map.entry("mp3", "audio/mpeg"), Map.entry("wav", "audio/wav"), Map.entry("ogg", "audio/ogg"),
            Map.entry("flac", "audio/flac"), Map.entry("m4a", "audio/mp4"), Map.entry("webm", "audio/webm"),
            Map.entry("pdf", "application/pdf"), Map.entry("json", "application/json"),
            Map.entry("zip", "application/zip"), Map.entry("xml", "application/xml"), Map.entry("csv", "text/csv"),
            Map.entry("txt", "text/plain"), Map.entry("md", "text/markdown"), Map.entry("html", "text/html"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            Map.entry("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"));
    private static final Pattern DATA_URL = Pattern.compile("data:([\\w.+-]+/[\\w.+-]+);base64,");

    private final Attachments attachments;
    private final Faults faults;

    PartReader(SuiteScope scope) {
        this.attachments = scope.attachments();
        this.faults = scope.faults();
    }

    List<ContentPart> list(List<Node> nodes) {
        return Nodes.each(nodes, this::one);
    }

    private @Nullable ContentPart one(Node node) {
        var fields = Fields.of(node, "a content part", faults);
        if (fields == null) {
            return null;
        }
        var type = fields.needed("type", "a content part");
        if (type == null) {
            return null;
        }
        if (!TYPES.contains(type)) {
            fields.fault("type", "unknown content part '" + type + "'" + Nearest.hint(type, TYPES));
            return null;
        }
        var part = ofType(type, fields);
        fields.done();
        return part;
    }

    private @Nullable ContentPart ofType(String type, Fields fields) {
        return switch (type) {
            case "text" -> text(fields);
            case "image_url" -> imageUrl(fields);
            default -> media(type, fields);
        };
    }

    private @Nullable ContentPart text(Fields fields) {
        fields.require("text", "a content part of type text needs 'text'");
        var text = fields.text("text");
        return text == null ? null : new ContentPart.Text(text);
    }

    private @Nullable ContentPart media(String kind, Fields fields) {
        var place = fields.oneOf("source", "url");
        var address = fields.needed(place, "a content part of type " + kind, "url");
        var mimeType = fields.text("mime_type");
        var filename = fields.text("filename");
        if (address == null || (fields.has("source") && fields.has("url"))) {
            return null;
        }
        if (place.equals("url")) {
            return byAddress(kind, address, mimeType, filename);
        }
        return carried(kind, (Node.Scalar) fields.any("source"), mimeType, filename);
    }

    private @Nullable ContentPart carried(String kind, Node.@Nullable Scalar source, @Nullable String mimeType,
            @Nullable String filename) {
        var content = source == null ? null : attachments.fetch(source);
        if (content == null) {
            return null;
        }
        return new ContentPart.Media(kind, null, content.base64(),
                mimeType == null ? mimeType(content.filename(), kind) : mimeType,
                filename == null ? content.filename() : filename);
    }

    /** Reads OpenAI's form: {@code {"type": "image_url", "image_url": {"url": …}}}, or the URL alone. */
    private @Nullable ContentPart imageUrl(Fields fields) {
        if (fields.any("image_url") instanceof Node.Scalar) {
            var address = fields.needed("image_url", "a content part of type image_url");
            return address == null ? null : byAddress("image", address, null, null);
        }
        if (!fields.has("image_url")) {
            fields.needed("image_url", "a content part of type image_url");
            return null;
        }
        var image = fields.object("image_url");
        if (image == null) {
            return null;
        }
        var address = image.needed("url", "'image_url'");
        image.notYet(NOT_YET, List.of("detail"));
        image.done();
        return address == null ? null : byAddress("image", address, null, null);
    }

    /** Reads a URL: {@code data:} contains the content, any other URL is passed on. */
    private static ContentPart byAddress(String kind, String address, @Nullable String mimeType,
            @Nullable String filename) {
        var data = DATA_URL.matcher(address);
        if (data.lookingAt()) {
            return new ContentPart.Media(kind, null, address.substring(data.end()),
                    mimeType == null ? data.group(1) : mimeType, filename);
        }
        return new ContentPart.Media(kind, address, null,
                mimeType == null ? mimeType(address, kind) : mimeType, filename);
    }

    /**
     * Returns the MIME type by file extension, the same on every machine.
     *
     * @param name a file name or an address
     * @param kind {@code image}, {@code audio} or {@code file}: decides the type of an unknown extension
     */
    private static String mimeType(String name, String kind) {
        var path = name.replaceFirst("[?#].*$", "");
        var ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return MIME_TYPES.getOrDefault(ending, likely(kind));
    }

    private static String likely(String kind) {
        return switch (kind) {
            case "image" -> "image/png";
            case "audio" -> "audio/mpeg";
            default -> "application/octet-stream";
        };
    }
}
