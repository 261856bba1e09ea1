package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads assertions about tools. */
final class ToolReader {

    private final CallReader calls;
    private final Faults faults;

    ToolReader(CheckCompiler sound, Faults faults) {
        this.calls = new CallReader(sound, faults);
        this.faults = faults;
    }

    @Nullable
    Check called(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_called");
        var count = CountReader.orNumber(fields);
        var result = calls.shape(fields.any("result"));
        var after = after(fields, call);
        return call == null ? null
                : new Check.ToolCalled(call.names(), call.arguments(), call.argsMatch(), count, result, after);
    }

    private static @Nullable String after(Fields fields, @Nullable ExpectedCall call) {
        var after = fields.text("after");
        if (after != null && after.isBlank()) {
            fields.fault("after", "'after' must name a tool");
        } else if (after != null && call != null && call.names().equals(List.of(after))
                && call.arguments() == null) {
            fields.fault("after", "'after' names the tool itself, whose first call can't come after its first call");
        }
        return after;
    }

    @Nullable
    Check notCalled(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_not_called");
        return call == null ? null : new Check.ToolNotCalled(call);
    }

    @Nullable
    Check inOrder(Fields fields) {
        var listed = listed(fields, "tools_in_order", false);
        return listed == null ? null : new Check.ToolsInOrder(listed);
    }

    /** Reads an exact list of calls; an empty list means no calls at all. */
    @Nullable
    Check exact(Fields fields) {
        var listed = listed(fields, "tools_exact", true);
        return listed == null ? null : new Check.ToolsExact(listed);
    }

    /** Reads names, or {@code {name, arguments, args_match}}; {@code args_match} beside the list applies to all. */
    private @Nullable List<ExpectedCall> listed(Fields fields, String type, boolean mayBeEmpty) {
        var spelling = fields.oneOf("value", "tools");
        var usual = CallReader.argsMatch(fields);
        var node = fields.any(spelling);
        if (node == null) {
            fields.missing(type + " needs 'value', a list of tools", "value", "tools");
            return null;
        }
        var nodes = node instanceof Node.Items items ? items.nodes() : List.of(node);
        if (nodes.isEmpty() && !mayBeEmpty) {
            faults.add(node.at(), "'" + spelling + "' of " + type + " must not be empty");
        }
        var expected = new ArrayList<ExpectedCall>();
        for (var each : nodes) {
            var call = calls.item(each, type, usual);
            if (call != null) {
                expected.add(call);
            }
        }
        return expected;
    }

    /** Reads {@code tool} and {@code result}, in {@code value} or side by side. */
    @Nullable
    Check result(Fields fields) {
        if (!fields.has("value")) {
            return result(fields, fields.oneOf("tool", "value"));
        }
        if (!(fields.any("value") instanceof Node.Obj)) {
            return result(fields, fields.oneOf("value", "tool"));
        }
        var value = fields.object("value");
        if (value == null) {
            return null;
        }
        var check = result(value, "tool");
        value.done();
        return check;
    }

    private @Nullable Check result(Fields fields, String spelling) {
        var tools = calls.names(fields, spelling, "tool_result");
        var result = calls.shape(fields.any("result"));
        return tools.isEmpty() ? null : new Check.ToolResult(tools, result);
    }
}
