package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.AgUiClause.Count;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes clauses of AG-UI tests in the agent-test dialect: {@code {"type": "ag_ui", "require": {…}}} and the like. */
final class ClauseWriter {

    private ClauseWriter() {}

    static ObjectNode clause(AgUiClause clause) {
        var object = object().put("type", "ag_ui");
        return switch (clause) {
            case AgUiClause.Forbid(var tool) -> object.put("forbid", tool);
            case AgUiClause.Require require -> object.set("require", require(require));
            case AgUiClause.ForbidCall call -> object.set("forbid_call", forbidCall(call));
            case AgUiClause.MaxDuration(var ms) -> object.put("max_duration_ms", ms);
            case AgUiClause.MaxGap(var ms) -> object.put("max_gap_ms", ms);
            case AgUiClause.MaxIdle(var ms) -> object.put("max_idle_ms", ms);
            case AgUiClause.MustMatch(var pattern) -> object.put("must_match", pattern);
            case AgUiClause.MustNotMatch(var pattern) -> object.put("must_not_match", pattern);
        };
    }

    private static ObjectNode require(AgUiClause.Require clause) {
        var object = object().put("name", clause.tool());
        if (!clause.count().equals(Count.AT_LEAST_ONE)) {
            object.set("count", count(clause.count()));
        }
        filters(object, clause.argsMatch(), clause.resultMatch());
        CaseWriter.put(object, "result_not_match", clause.resultNotMatch());
        CaseWriter.put(object, "after", clause.after());
        return object;
    }

    static ObjectNode count(Count count) {
        if (count.max() == null) {
            return object().put("min", count.min());
        }
        return count.max() == count.min() ? object().put("exact", count.min())
                : object().put("min", count.min()).put("max", count.max());
    }

    private static ObjectNode forbidCall(AgUiClause.ForbidCall clause) {
        var object = object().put("name", clause.tool());
        filters(object, clause.argsMatch(), clause.resultMatch());
        return object;
    }

    private static void filters(ObjectNode object, Map<String, String> args, @Nullable String result) {
        if (!args.isEmpty()) {
            CaseWriter.inOrder(args).forEach(object.putObject("args_match")::put);
        }
        CaseWriter.put(object, "result_match", result);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
