package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads URLs, headers and other values that may contain {@code ${ENV.NAME}}. */
final class EndpointReader {

    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final Faults faults;

    EndpointReader(Faults faults) {
        this.faults = faults;
    }

    @Nullable
    String url(Fields fields, String name) {
        var url = fields.text(name);
        if (url == null) {
            return null;
        }
        Templates.trouble(url).ifPresentOrElse(sentence -> fields.fault(name, sentence),
                () -> checkAddress(url, name, fields));
        return url;
    }

    private static void checkAddress(String url, String name, Fields fields) {
        if (!url.startsWith("${") && !isWebAddress(Templates.filled(url))) {
            fields.fault(name, "'" + url + "' is no address; write http://… or https://…");
        }
    }

    private static boolean isWebAddress(String url) {
        try {
            var uri = URI.create(url);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Reads header values by name. */
    Map<String, String> headers(Fields fields) {
        var values = fields.labels("headers");
        var headers = fields.any("headers") instanceof Node.Obj object ? object : null;
        var read = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> {
            if (headers != null) {
                check(name, value, headers);
            }
            read.put(name, value);
        });
        return read;
    }

    private void check(String name, String value, Node.Obj headers) {
        var member = Objects.requireNonNull(headers.members().get(name));
        if (!HEADER_NAME.matcher(name).matches()) {
            faults.add(member.at(), "'" + name + "' is no header name");
        }
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c > '~')) {
            faults.add(member.value().at(), "the value of header '" + name + "' must be printable ASCII on one line");
        }
        Templates.trouble(value).ifPresent(sentence -> faults.add(member.value().at(), sentence));
    }

    /** Reads a string that may contain {@code ${ENV.NAME}}. */
    @Nullable
    String filled(Fields fields, String name) {
        var value = fields.text(name);
        if (value != null) {
            Templates.trouble(value).ifPresent(sentence -> fields.fault(name, sentence));
        }
        return value;
    }

    /** Reads a string without templates. */
    @Nullable
    String plain(Fields fields, String name) {
        var value = fields.text(name);
        if (value != null) {
            Templates.troubleWherePlain(value).ifPresent(sentence -> fields.fault(name, sentence));
        }
        return value;
    }
}
