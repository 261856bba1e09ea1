package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Setup.Hook;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code hooks}: {@code {cmd, timeout_ms}} commands, in every dialect that has them. */
record HookReader(Faults faults) {

    private static final int LONGEST_MS = 24 * 60 * 60 * 1000;

    List<Hook> hooks(Fields fields) {
        return Fields.objects(fields.list("hooks"), "a hook", faults, HookReader::hook);
    }

    private static @Nullable Hook hook(Fields fields) {
        if (!fields.has("cmd")) {
            fields.missing("a hook needs 'cmd'", "cmd");
        }
        var command = fields.texts("cmd");
        if (fields.has("cmd") && fields.any("cmd") instanceof Node.Items items && items.nodes().isEmpty()) {
            fields.fault("cmd", "'cmd' must name a program");
        }
        var timeout = fields.whole("timeout_ms", 1, LONGEST_MS);
        return command.isEmpty() ? null
                : new Hook(command, timeout == null ? Hook.TIMEOUT : Duration.ofMillis(timeout));
    }
}
