package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads single clauses of an AG-UI assert block. */
final class ClauseReader {

    private final PatternReader patterns;
    private final Faults faults;

    ClauseReader(PatternReader patterns, Faults faults) {
        this.patterns = patterns;
        this.faults = faults;
    }

    /** Reads the name of a tool that must not be called. */
    @Nullable
    AgUiClause forbid(Node node) {
        if (node instanceof Node.Scalar scalar && scalar.type() == Node.Scalar.Type.STRING
                && !scalar.text().isBlank()) {
            return new AgUiClause.Forbid(scalar.text());
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

    private static @Nullable String after(Fields fields, @Nullable String name) {
        var after = fields.text("after");
        if (after != null && after.isBlank()) {
            fields.fault("after", "'after' must name a tool");
        } else if (after != null && after.equals(name)) {
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

    /** Reads a maximum duration; null when it is absent. */
    @Nullable
    AgUiClause maxDuration(Fields fields, String name) {
        var ms = fields.whole(name, 0, Integer.MAX_VALUE);
        return ms == null ? null : new AgUiClause.MaxDuration(ms);
    }

    @Nullable
    AgUiClause maxGap(Fields fields, String name) {
        var ms = fields.whole(name, 0, Integer.MAX_VALUE);
        return ms == null ? null : new AgUiClause.MaxGap(ms);
    }

    @Nullable
    AgUiClause maxIdle(Fields fields, String name) {
        var ms = fields.whole(name, 0, Integer.MAX_VALUE);
        return ms == null ? null : new AgUiClause.MaxIdle(ms);
    }

    /** Returns one clause for each pattern of a string or list. */
    List<AgUiClause> each(Fields fields, String name, Function<String, AgUiClause> clause) {
        return patterns.oneOrMore(fields, name).stream().map(clause).toList();
    }

    @Nullable
    AgUiClause mustMatch(Fields fields, String name) {
        var pattern = patterns.pattern(fields, name);
        return pattern == null ? null : new AgUiClause.MustMatch(pattern);
    }

    @Nullable
    AgUiClause mustNotMatch(Fields fields, String name) {
        var pattern = patterns.pattern(fields, name);
        return pattern == null ? null : new AgUiClause.MustNotMatch(pattern);
    }
}
