package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads the {@code assert} block of an AG-UI test: an assertion for each clause, and the block's {@code assertions}. */
record AssertBlockReader(ClauseReader clauses, AssertionReader assertions, Faults faults) {

    /** Reads the block; a missing or empty block asserts nothing. */
    List<Assertion> block(Fields owner) {
        var found = new ArrayList<Assertion>();
        var block = part(owner, "assert");
        if (block == null) {
            return found;
        }
        tools(block, found);
        var timing = part(block, "timing");
        if (timing != null) {
            add(clauses.limit(timing, "max_duration_ms", AgUiClause.MaxDuration::new), found);
            add(clauses.limit(timing, "max_gap_ms", AgUiClause.MaxGap::new), found);
            add(clauses.limit(timing, "max_idle_ms", AgUiClause.MaxIdle::new), found);
            timing.done();
        }
        var text = part(block, "text");
        if (text != null) {
            clauses.each(text, "must_match", AgUiClause.MustMatch::new).forEach(clause -> add(clause, found));
            clauses.each(text, "must_not_match", AgUiClause.MustNotMatch::new).forEach(clause -> add(clause, found));
            text.done();
        }
        found.addAll(assertions.further(block));
        block.done();
        return found;
    }

    private void tools(Fields block, List<Assertion> to) {
        var tools = part(block, "tools");
        if (tools != null) {
            each(tools, "forbid", clauses::forbid, to);
            each(tools, "require", clauses::require, to);
            each(tools, "forbid_calls", clauses::forbidCall, to);
            tools.done();
        }
    }

    private static void each(Fields tools, String name, Function<Node, @Nullable AgUiClause> read,
            List<Assertion> to) {
        if (isNothing(tools, name)) {
            return;
        }
        tools.list(name).forEach(node -> add(read.apply(node), to));
    }

    private static void add(@Nullable AgUiClause clause, List<Assertion> to) {
        if (clause != null) {
            to.add(Assertion.of(new Check.AgUi(clause)));
        }
    }

    /** Returns a part of the block; a YAML key without a value counts as absent. */
    private @Nullable Fields part(Fields owner, String name) {
        var node = isNothing(owner, name) ? null : owner.any(name);
        return node == null ? null : Fields.of(node, "'" + name + "'", faults);
    }

    private static boolean isNothing(Fields owner, String name) {
        var node = owner.any(name);
        return node == null || node.isNull();
    }
}
