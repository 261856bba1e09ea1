package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Setup.Hook;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code hooks}: {@code {cmd, timeout_ms}} commands, in every dialect that has them. */
final class HookReader {

    private static final int LONGEST_MS = 24 * 60 * 60 * 1000;

    private final Faults faults;

    HookReader(Faults faults) {
        this.faults = faults;
    }

    List<Hook> hooks(Fields fields) {
        var hooks = new ArrayList<Hook>();
        for (var node : fields.list("hooks")) {
            var hook = hook(node);
            if (hook != null) {
                hooks.add(hook);
            }
        }
        return hooks;
    }

    private @Nullable Hook hook(Node node) {
        var fields = Fields.of(node, "a hook", faults);
        if (fields == null) {
            return null;
        }
        if (!fields.has("cmd")) {
            fields.missing("a hook needs 'cmd'", "cmd");
        }
        var command = fields.texts("cmd");
        if (fields.has("cmd") && fields.any("cmd") instanceof Node.Items items && items.nodes().isEmpty()) {
            fields.fault("cmd", "'cmd' must name a program");
        }
        var timeout = fields.whole("timeout_ms", 1, LONGEST_MS);
        fields.done();
        return command.isEmpty() ? null
                : new Hook(command, timeout == null ? Hook.TIMEOUT : Duration.ofMillis(timeout));
    }
}
