package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A call as a suite describes it, compiled.
 *
 * @param names any of them
 * @param arguments null for any
 */
record CallShape(ExpectedCall written, List<ToolName> names, @Nullable ArgumentShape arguments) {

    private static final String ARGUMENTS = "arguments";
    private static final int MOST_LISTED = 8;

    /** @param type type of the assertion, for error messages */
    static CallShape compile(ExpectedCall written, String type) throws AssertionFault {
        if (written.names().isEmpty() || written.names().stream().anyMatch(String::isBlank)) {
            throw new AssertionFault("'" + type + "' names no tool; write its name, such as name: create_expense");
        }
        var expected = written.argsMatch() == ArgsMatch.IGNORE ? null : written.arguments();
        return new CallShape(written, written.names().stream().map(ToolName::new).toList(),
                expected == null ? null : ArgumentShape.compile(expected, written.argsMatch()));
    }

    boolean isNamed(ToolCall call) {
        return names.stream().anyMatch(name -> name.matches(call.name()));
    }

    boolean fits(ToolCall call, StepBudget budget) {
        return isNamed(call) && takes(call.arguments(), budget);
    }

    boolean takes(JsonNode found, StepBudget budget) {
        var any = Differences.any();
        compare(found, any, budget);
        return any.none();
    }

    Differences differences(ToolCall call, StepBudget budget) {
        var all = Differences.all();
        compare(call.arguments(), all, budget);
        return all;
    }

    private void compare(JsonNode found, Differences into, StepBudget budget) {
        if (arguments != null) {
            arguments.compare(found, ARGUMENTS, into, budget);
        }
    }

    boolean hasArguments() {
        return arguments != null;
    }

    /** {@code create_expense or add_expense}. */
    String tool() {
        return String.join(" or ", written.names());
    }

    /** {@code with {"amount":5}}; "" for any arguments. */
    String withArguments() {
        return arguments == null ? "" : switch (written.argsMatch()) {
            case SUBSET, IGNORE -> " with ";
            case EXACT -> " with exactly ";
            case SUPERSET -> " with no more than ";
        } + Excerpt.of(expected());
    }

    /** {@code create_expense({"amount":5})}. */
    String words() {
        return tool() + (arguments == null ? "" : "(" + Excerpt.of(expected()) + ")");
    }

    static String listed(List<CallShape> shapes) {
        var more = shapes.size() > MOST_LISTED ? " and " + (shapes.size() - MOST_LISTED) + " more" : "";
        return shapes.stream().limit(MOST_LISTED).map(CallShape::words).collect(Collectors.joining(", ")) + more;
    }

    /** Returns the call as data for results. */
    JsonNode data() {
        var data = JsonNodeFactory.instance.objectNode();
        if (written.names().size() == 1) {
            data.put("name", written.names().getFirst());
        } else {
            written.names().forEach(data.putArray("name")::add);
        }
        return arguments == null ? data : data.set("args", expected());
    }

    private JsonNode expected() {
        return written.arguments() == null ? JsonNodeFactory.instance.nullNode() : written.arguments();
    }
}
