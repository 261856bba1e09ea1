package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads single clauses of an AG-UI assert block. */
record ClauseReader(PatternReader patterns, Faults faults) {

    /** Reads the name of a tool that must not be called. */
    @Nullable
    AgUiClause forbid(Node node) {
        var tool = node.string();
        if (tool != null && !tool.isBlank()) {
            return new AgUiClause.Forbid(tool);
        }
        faults.add(node.at(), "'forbid' must list names of tools" + (node instanceof Node.Obj
                ? "; what is forbidden with some arguments or results only goes into 'forbid_calls'"
                : ""));
        return null;
    }

    @Nullable
    AgUiClause require(Node node) {
        var fields = Fields.of(node, "an item of 'require'", faults);
        if (fields == null) {
            return null;
        }
        var name = fields.needed("name", "an item of 'require'");
        var count = CountReader.of(fields);
        var args = patterns.patterns(fields, "args_match");
        var result = patterns.pattern(fields, "result_match");
        var never = patterns.pattern(fields, "result_not_match");
        var after = after(fields, name);
        fields.done();
        return name == null ? null : new AgUiClause.Require(name, count, args, result, never, after);
    }

    /** Reads a tool that must be called before; one that is the only tool meant itself is a fault. */
    static @Nullable String after(Fields fields, @Nullable String itself) {
        var after = fields.text("after");
        if (after != null && after.isBlank()) {
            fields.fault("after", "'after' must name a tool");
        } else if (after != null && after.equals(itself)) {
            fields.fault("after", "'after' names the tool itself, whose first call can't come after its first call");
        }
        return after;
    }

    @Nullable
    AgUiClause forbidCall(Node node) {
        var fields = Fields.of(node, "an item of 'forbid_calls'", faults);
        if (fields == null) {
            return null;
        }
        var name = fields.needed("name", "an item of 'forbid_calls'");
        var args = patterns.patterns(fields, "args_match");
        var result = patterns.pattern(fields, "result_match");
        fields.done();
        return name == null ? null : new AgUiClause.ForbidCall(name, args, result);
    }

    /** Reads a limit in milliseconds; null when it is absent. */
    @Nullable
    AgUiClause limit(Fields fields, String name, LongFunction<AgUiClause> clause) {
        var ms = fields.whole(name, 0, Integer.MAX_VALUE);
        return ms == null ? null : clause.apply(ms);
    }

    /** Returns one clause for each pattern of a string or list. */
    List<AgUiClause> each(Fields fields, String name, Function<String, AgUiClause> clause) {
        return patterns.oneOrMore(fields, name).stream().map(clause).toList();
    }

    /** Reads a clause of one pattern; null when it is absent. */
    @Nullable
    AgUiClause match(Fields fields, String name, Function<String, AgUiClause> clause) {
        var pattern = patterns.pattern(fields, name);
        return pattern == null ? null : clause.apply(pattern);
    }
}
