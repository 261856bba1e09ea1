package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Reads assertions about tools. */
final class ToolReader {

    private final CallReader calls;

    ToolReader(SuiteScope scope) {
        this.calls = new CallReader(scope);
    }

    Map<String, CheckKind> kinds() {
        return Map.of("tool_called", this::called, "tool_not_called", this::notCalled,
                "tools_in_order", fields -> listed(fields, "tools_in_order", false, ToolCheck.ToolsInOrder::new),
                "tools_exact", fields -> listed(fields, "tools_exact", true, ToolCheck.ToolsExact::new),
                "tool_result", this::result);
    }

    private @Nullable Check called(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_called");
        var count = CountReader.orNumber(fields);
        var result = calls.shape(fields.any("result"));
        var after = ClauseReader.after(fields, anyCall(call));
        return call == null ? null
                : new ToolCheck.ToolCalled(call.names(), call.arguments(), call.argsMatch(), count, result, after);
    }

    /** Returns the tool of a call with any arguments; null when the call is more particular. */
    private static @Nullable String anyCall(@Nullable ExpectedCall call) {
        return call == null || call.arguments() != null || call.names().size() != 1 ? null : call.names().getFirst();
    }

    private @Nullable Check notCalled(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_not_called");
        return call == null ? null : new ToolCheck.ToolNotCalled(call);
    }

    /** Reads names, or {@code {name, arguments, args_match}}; {@code args_match} beside the list applies to all. */
    private @Nullable Check listed(Fields fields, String type, boolean mayBeEmpty,
            Function<List<ExpectedCall>, Check> check) {
        var spelling = fields.oneOf("value", "tools");
        var usual = CallReader.argsMatch(fields);
        var node = fields.any(spelling);
        if (node == null) {
            fields.missing(type + " needs 'value', a list of tools", "value", "tools");
            return null;
        }
        var nodes = node.items();
        if (nodes.isEmpty() && !mayBeEmpty) {
            fields.fault(spelling, "'" + spelling + "' of " + type + " must not be empty");
        }
        return check.apply(Nodes.each(nodes, each -> calls.item(each, type, usual)));
    }

    /** Reads {@code tool} and {@code result}, in {@code value} or side by side. */
    private @Nullable Check result(Fields fields) {
        if (fields.any("value") instanceof Node.Obj) {
            return fields.part("value", value -> result(value, "tool"));
        }
        return result(fields, fields.has("value") ? fields.oneOf("value", "tool") : fields.oneOf("tool", "value"));
    }

    private @Nullable Check result(Fields fields, String spelling) {
        var tools = calls.names(fields, spelling, "tool_result");
        var result = calls.shape(fields.any("result"));
        return tools.isEmpty() ? null : new ToolCheck.ToolResult(tools, result);
    }
}
