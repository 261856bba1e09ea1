package dev.muster.coordinator.suite;

import dev.muster.common.model.Setup;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads the setup of a conversation: {@code hooks}, {@code before}, {@code after}, {@code tools}. */
record SetupReader(SuiteScope scope) {

    /** Reads the setup. Variables are expanded when there are hooks, unless the case says otherwise. */
    Setup setup(Fields fields) {
        var commands = new HookReader(scope.faults()).hooks(fields);
        var before = function("before", fields);
        var after = function("after", fields);
        var offered = new ToolStubReader(scope.faults()).tools(fields);
        var variables = fields.flag("variables");
        boolean filled = variables == null ? !commands.isEmpty() : variables;
        return commands.isEmpty() && before == null && after == null && offered.isEmpty() && !filled ? Setup.NONE
                : new Setup(commands, before, after, offered, filled);
    }

    private @Nullable String function(String key, Fields fields) {
        var name = fields.plain(key);
        if (name != null) {
            scope.targets().helperTrouble(Reference.script(ScriptFolder.bare(name)))
                    .ifPresent(sentence -> fields.fault(key, sentence));
        }
        return name;
    }
}
