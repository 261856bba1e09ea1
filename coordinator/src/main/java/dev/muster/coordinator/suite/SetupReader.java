package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.ToolStub;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Reads the setup of a conversation: {@code hooks}, {@code before}, {@code after}, {@code tools}. */
final class SetupReader {

    private static final int LONGEST_MS = 24 * 60 * 60 * 1000;

    /** Reads the setup. Variables are expanded when there are hooks, unless the case says otherwise. */
    static Setup setup(Fields fields, TargetCheck targets) {
        var commands = hooks(fields);
        var before = function("before", fields, targets);
        var after = function("after", fields, targets);
        var offered = tools(fields);
        var variables = fields.flag("variables");
        boolean filled = variables == null ? !commands.isEmpty() : variables;
        return commands.isEmpty() && before == null && after == null && offered.isEmpty() && !filled ? Setup.NONE
                : new Setup(commands, before, after, offered, filled);
    }

    private static @Nullable String function(String key, Fields fields, TargetCheck targets) {
        var name = fields.plain(key);
        if (name != null) {
            targets.helperTrouble(Reference.script(ScriptFolder.bare(name)))
                    .ifPresent(sentence -> fields.fault(key, sentence));
        }
        return name;
    }

    /** Reads {@code hooks}: {@code {cmd, timeout_ms}} commands, in every dialect that has them. */
    static List<Hook> hooks(Fields fields) {
        return fields.objects("hooks", "a hook", SetupReader::hook);
    }

    private static @Nullable Hook hook(Fields fields) {
        fields.require("cmd", "a hook needs 'cmd'");
        var command = Nodes.program("cmd", "[sh, -c, ./setup.sh]", fields);
        var timeout = fields.whole("timeout_ms", 1, LONGEST_MS);
        return command.isEmpty() ? null
                : new Hook(command, timeout == null ? Hook.TIMEOUT : Duration.ofMillis(timeout));
    }

    /** Reads {@code tools}: the tools that a test offers, by name, or as a list of items with a {@code name}. */
    static Map<String, ToolStub> tools(Fields fields) {
        var tools = new LinkedHashMap<String, ToolStub>();
        switch (fields.any("tools")) {
            case null -> {
            }
            case Node.Items items -> items.nodes().forEach(node -> {
                var tool = fields.object(node, "a tool");
                var name = tool == null ? null : tool.needed("name", "a tool");
                if (tool != null && name != null && tools.putIfAbsent(name, stub(tool)) != null) {
                    tool.fault("name", "tool '" + name + "' already exists");
                }
            });
            case Node.Obj object -> object.members().forEach((name, member) -> {
                var tool = fields.object(member.value(), "tool '" + name + "'");
                if (tool != null) {
                    tools.put(name, stub(tool));
                }
            });
            case Node.Scalar scalar -> fields.fault(scalar,
                    "'tools' must be an object by tool name, or a list, not " + scalar.kind());
        }
        return tools;
    }

    private static ToolStub stub(Fields tool) {
        var description = tool.text("description");
        var parameters = tool.any("parameters");
        if (parameters != null && !(parameters instanceof Node.Obj)) {
            tool.fault(parameters, "'parameters' must be a JSON Schema as an object, not " + parameters.kind());
        }
        var result = tool.json("result");
        var error = tool.text("error");
        if (result != null && error != null) {
            tool.fault("error", "a tool has 'result' or 'error', not both");
        }
        tool.done();
        return new ToolStub(description, parameters == null ? null : parameters.json(), result, error);
    }
}
