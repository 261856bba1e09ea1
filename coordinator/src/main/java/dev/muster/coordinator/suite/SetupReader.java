package dev.muster.coordinator.suite;

import dev.muster.common.model.Setup;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;

/** Reads what surrounds a conversation: {@code hooks}, {@code before}, {@code after}, {@code tools}. */
final class SetupReader {

    private final HookReader hooks;
    private final ToolStubReader tools;

    SetupReader(Faults faults) {
        this.hooks = new HookReader(faults);
        this.tools = new ToolStubReader(faults);
    }

    /** Variables are filled in where hooks make some; a case may say otherwise. */
    Setup setup(Fields fields) {
        var commands = hooks.hooks(fields);
        var before = fields.plain("before");
        var after = fields.plain("after");
        var offered = tools.tools(fields);
        var variables = fields.flag("variables");
        boolean filled = variables == null ? !commands.isEmpty() : variables;
        return commands.isEmpty() && before == null && after == null && offered.isEmpty() && !filled ? Setup.NONE
                : new Setup(commands, before, after, offered, filled);
    }
}
