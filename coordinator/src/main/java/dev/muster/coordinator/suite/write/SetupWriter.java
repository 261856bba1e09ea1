package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.ToolStub;
import tools.jackson.databind.node.ObjectNode;

/** Writes the setup of a conversation. */
final class SetupWriter {

    private SetupWriter() {}

    static void write(ObjectNode testCase, Setup setup) {
        if (!setup.hooks().isEmpty()) {
            var hooks = testCase.putArray("hooks");
            setup.hooks().forEach(hook -> hook(hook, hooks.addObject()));
        }
        CaseWriter.put(testCase, "before", setup.before());
        CaseWriter.put(testCase, "after", setup.after());
        tools(testCase, setup.tools());
        if (setup.variables() == setup.hooks().isEmpty()) {
            testCase.put("variables", setup.variables());
        }
    }

    private static void hook(Hook hook, ObjectNode to) {
        hook.command().forEach(to.putArray("cmd")::add);
        if (!hook.timeout().equals(Hook.TIMEOUT)) {
            to.put("timeout_ms", hook.timeout().toMillis());
        }
    }

    static void tools(ObjectNode object, Map<String, ToolStub> tools) {
        if (!tools.isEmpty()) {
            var written = object.putObject("tools");
            CaseWriter.inOrder(tools).forEach((name, tool) -> tool(tool, written.putObject(name)));
        }
    }

    private static void tool(ToolStub tool, ObjectNode to) {
        CaseWriter.put(to, "description", tool.description());
        if (tool.parameters() != null) {
            to.set("parameters", tool.parameters());
        }
        if (tool.result() != null) {
            to.set("result", tool.result());
        }
        CaseWriter.put(to, "error", tool.error());
    }
}
