package dev.muster.coordinator.suite.write;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import tools.jackson.databind.node.ObjectNode;

/** Writes assertions in the agent-test dialect, in the seeds' spelling where there are several. */
public final class AssertionWriter {

    private AssertionWriter() {}

    /** Writes an assertion so that it reads back the same. */
    public static ObjectNode assertion(Assertion assertion) {
        var object = assertion.name() == null ? unnamed(assertion.check()) : CheckWriter.check(assertion.check());
        if (assertion.negate()) {
            object.put("negate", true);
        }
        CaseWriter.put(object, "message", assertion.message());
        CaseWriter.put(object, "name", assertion.name());
        return assertion.weight() == 1 ? object : object.put("weight", assertion.weight());
    }

    /** Writes a check as the seeds do: {@code name} is the tool's name, unless the assertion has a name itself. */
    private static ObjectNode unnamed(Check check) {
        return switch (check) {
            case Check.ToolCalled tool -> ToolWriter.called(tool, true);
            case Check.ToolNotCalled(var call) -> ToolWriter.notCalled(call, true);
            case Check other -> CheckWriter.check(other);
        };
    }
}
