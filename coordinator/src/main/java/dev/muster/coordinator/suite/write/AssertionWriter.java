package dev.muster.coordinator.suite.write;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import tools.jackson.databind.node.ObjectNode;

/** Writes assertions as agent-test has them, in the seeds' spelling where there are several. */
public final class AssertionWriter {

    private AssertionWriter() {}

    /** Reads back to the same assertion. */
    public static ObjectNode assertion(Assertion assertion) {
        var object = assertion.name() == null ? unnamed(assertion.check()) : CheckWriter.check(assertion.check());
        if (assertion.negate()) {
            object.put("negate", true);
        }
        CaseWriter.put(object, "message", assertion.message());
        CaseWriter.put(object, "name", assertion.name());
        return assertion.weight() == 1 ? object : object.put("weight", assertion.weight());
    }

    /** As the seeds have it: the tool's name as {@code name}, where that is not the assertion's own. */
    private static ObjectNode unnamed(Check check) {
        return switch (check) {
            case Check.ToolCalled tool -> ToolWriter.called(tool, true);
            case Check.ToolNotCalled(var call) -> ToolWriter.notCalled(call, true);
            case Check other -> CheckWriter.check(other);
        };
    }
}
