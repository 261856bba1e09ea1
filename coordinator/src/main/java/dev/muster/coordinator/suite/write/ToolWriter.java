package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes assertions about tools in the agent-test dialect. */
final class ToolWriter {

    private ToolWriter() {}

    /** @param asName whether {@code name} is the tool's name; otherwise {@code value} is */
    static ObjectNode called(Check.ToolCalled tool, boolean asName) {
        var object = call("tool_called", tool.call(), asName);
        if (!tool.count().equals(Count.AT_LEAST_ONE)) {
            object.set("count", ClauseWriter.count(tool.count()));
        }
        if (tool.result() != null) {
            object.set("result", tool.result());
        }
        CaseWriter.put(object, "after", tool.after());
        return object;
    }

    static ObjectNode notCalled(ExpectedCall call, boolean asName) {
        return call("tool_not_called", call, asName);
    }

    private static ObjectNode call(String type, ExpectedCall call, boolean asName) {
        var object = CheckWriter.of(type);
        CheckWriter.texts(object, asName && call.names().size() == 1 ? "name" : "value", call.names());
        return arguments(object, call);
    }

    private static ObjectNode arguments(ObjectNode object, ExpectedCall call) {
        if (call.arguments() != null) {
            object.set("arguments", call.arguments());
        }
        return call.argsMatch() == ArgsMatch.SUBSET ? object : object.put("args_match", call.argsMatch().wire());
    }

    static ObjectNode listed(String type, List<ExpectedCall> calls) {
        var object = CheckWriter.of(type);
        var listed = object.putArray("value");
        calls.forEach(call -> listed.add(item(call)));
        return object;
    }

    private static JsonNode item(ExpectedCall call) {
        if (call.names().size() == 1 && call.arguments() == null && call.argsMatch() == ArgsMatch.SUBSET) {
            return JsonNodeFactory.instance.stringNode(call.names().getFirst());
        }
        var object = JsonNodeFactory.instance.objectNode();
        CheckWriter.texts(object, "name", call.names());
        return arguments(object, call);
    }

    static ObjectNode result(List<String> tools, @Nullable JsonNode result) {
        var object = CheckWriter.of("tool_result");
        CheckWriter.texts(object, "tool", tools);
        return result == null ? object : object.set("result", result);
    }
}
