package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.config.Keeping;
import dev.muster.common.config.Keeping.Replies;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code redact}, {@code store} and {@code retention}: what is kept of a run. */
record KeepingReader(Faults faults) {

    Keeping read(Fields fields) {
        var redact = redact(fields);
        var replies = replies(fields);
        return new Keeping(redact, replies, retention(fields));
    }

    private List<String> redact(Fields fields) {
        var node = fields.any("redact");
        return node == null || node.isNull() ? List.of()
                : node.items().stream().map(this::pattern).flatMap(Optional::stream).toList();
    }

    private Optional<String> pattern(Node node) {
        var pattern = node.string();
        if (pattern == null) {
            faults.add(node.at(), "a pattern in 'redact' must be a text, not " + node.kind() + "; put it in quotes");
            return Optional.empty();
        }
        try {
            Redaction.of(List.of(pattern));
            return Optional.of(pattern);
        } catch (AssertionFault e) {
            faults.add(node.at(), "redact: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Replies replies(Fields fields) {
        var store = fields.object("store");
        if (store == null) {
            return Replies.ALL;
        }
        var named = store.plain("replies");
        store.done();
        var found = Arrays.stream(Replies.values()).filter(each -> each.wire().equals(named)).findFirst();
        if (named != null && found.isEmpty()) {
            store.fault("replies", "'replies' is all, not_passed or none, not '" + named + "'");
        }
        return found.orElse(Replies.ALL);
    }

    private static @Nullable Duration retention(Fields fields) {
        var retention = fields.object("retention");
        if (retention == null) {
            return null;
        }
        var runs = retention.duration("runs");
        retention.done();
        return runs;
    }
}
