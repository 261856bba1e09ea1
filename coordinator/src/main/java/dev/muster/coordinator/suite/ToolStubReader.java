package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ToolStub;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code tools}: the tools that a test offers, by name, or as a list of items with a {@code name}. */
record ToolStubReader(Faults faults) {

    Map<String, ToolStub> tools(Fields fields) {
        return switch (fields.any("tools")) {
            case null -> Map.of();
            case Node.Items items -> listed(items);
            case Node.Obj object -> named(object);
            case Node.Scalar scalar -> {
                faults.add(scalar.at(), "'tools' must be an object by tool name, or a list, not " + scalar.kind());
                yield Map.of();
            }
        };
    }

    private Map<String, ToolStub> named(Node.Obj object) {
        var tools = new LinkedHashMap<String, ToolStub>();
        object.members().forEach((name, member) -> {
            var tool = Fields.of(member.value(), "tool '" + name + "'", faults);
            if (tool != null) {
                tools.put(name, stub(tool));
            }
        });
        return tools;
    }

    private Map<String, ToolStub> listed(Node.Items items) {
        var tools = new LinkedHashMap<String, ToolStub>();
        for (var node : items.nodes()) {
            var tool = Fields.of(node, "a tool", faults);
            var name = tool == null ? null : tool.needed("name", "a tool");
            if (tool != null && name != null && tools.putIfAbsent(name, stub(tool)) != null) {
                tool.fault("name", "tool '" + name + "' is there already");
            }
        }
        return tools;
    }

    private ToolStub stub(Fields tool) {
        var description = tool.text("description");
        var parameters = parameters(tool);
        var result = tool.json("result");
        var error = tool.text("error");
        if (result != null && error != null) {
            tool.fault("error", "a tool has 'result' or 'error', not both");
        }
        tool.done();
        return new ToolStub(description, parameters == null ? null : parameters.json(), result, error);
    }

    private @Nullable Node parameters(Fields tool) {
        var node = tool.any("parameters");
        if (node != null && !(node instanceof Node.Obj)) {
            faults.add(node.at(), "'parameters' must be a JSON Schema as an object, not " + node.kind());
        }
        return node;
    }
}
