package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a message: {@code text}, {@code image}, {@code audio}, {@code file}, {@code image_url}. */
final class PartReader {

    /** Marks keys of the format that this version does not support, which are not unknown keys. */
    static final String NOT_YET = "is not in this version of Muster";

    private static final List<String> TYPES = List.of("text", "image", "audio", "file", "image_url");
    private static final Pattern DATA_URL = Pattern.compile("data:([\\w.+-]+/[\\w.+-]+);base64,");

    private final Attachments attachments;
    private final Faults faults;

    PartReader(Attachments attachments, Faults faults) {
        this.attachments = attachments;
        this.faults = faults;
    }

    List<ContentPart> list(List<Node> nodes) {
        var parts = new ArrayList<ContentPart>();
        for (var node : nodes) {
            var part = one(node);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
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
        if (!fields.has("text")) {
            fields.missing("a content part of type text needs 'text'", "text");
        }
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
                mimeType == null ? MimeTypes.of(content.filename(), kind) : mimeType,
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
                mimeType == null ? MimeTypes.of(address, kind) : mimeType, filename);
    }
}
