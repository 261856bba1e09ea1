package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.Notice;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code notify}. */
record NoticeReader(EndpointReader endpoints, Faults faults) {

    private static final String WHEN = Arrays.stream(Notice.When.values()).map(Notice.When::wire)
            .collect(Collectors.joining(", "));

    List<Notice> read(Fields config) {
        return config.has("notify")
                ? config.list("notify").stream().map(this::notice).filter(Objects::nonNull).toList() : List.of();
    }

    private @Nullable Notice notice(Node node) {
        var fields = Fields.of(node, "an entry of 'notify'", faults);
        if (fields == null) {
            return null;
        }
        fields.needed("url", "an entry of 'notify'");
        var url = endpoints.url(fields, "url");
        var headers = endpoints.headers(fields);
        var when = when(fields);
        fields.done();
        return url == null || when == null ? null : new Notice(url, headers, when);
    }

    private static Notice.@Nullable When when(Fields fields) {
        var text = fields.text("when");
        if (text == null) {
            return fields.has("when") ? null : Notice.When.NOT_PASSED;
        }
        return Arrays.stream(Notice.When.values()).filter(each -> each.wire().equals(text)).findFirst()
                .orElseGet(() -> {
                    fields.fault("when", "'when' is one of " + WHEN + ", not '" + text + "'");
                    return null;
                });
    }
}
