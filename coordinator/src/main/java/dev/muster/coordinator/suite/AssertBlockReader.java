package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.eval.AlwaysHolds;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;

/**
 * Reads the {@code assert} block of an AG-UI test: an assertion for each clause, and the block's {@code assertions}.
 */
final class AssertBlockReader {

    private final ClauseReader clauses;
    private final AssertionReader assertions;
    private final Faults faults;

    AssertBlockReader(SuiteScope scope, PatternReader patterns) {
        this.clauses = new ClauseReader(patterns);
        this.assertions = new AssertionReader(scope);
        this.faults = scope.faults();
    }

    /** Reads the block; a missing or empty block asserts nothing. */
    List<Assertion> block(Fields owner) {
        var found = new ArrayList<Assertion>();
        part(owner, "assert", block -> {
            part(block, "tools", tools -> {
                items(tools, "forbid", "forbid", found);
                items(tools, "require", "require", found);
                items(tools, "forbid_calls", "forbid_call", found);
            });
            part(block, "timing", timing -> Stream.of("max_duration_ms", "max_gap_ms", "max_idle_ms")
                    .forEach(key -> add(key, timing, found)));
            part(block, "text", text -> Stream.of("must_match", "must_not_match")
                    .forEach(key -> patterns(text, key, found)));
            found.addAll(assertions.further(block));
        });
        return found;
    }

    private void items(Fields tools, String key, String clause, List<Assertion> to) {
        if (!isNothing(tools, key)) {
            tools.list(key).forEach(item -> add(clause, alone(clause, item), to));
        }
    }

    /** Reads a pattern or a list of patterns, each a clause of its own. */
    private void patterns(Fields text, String key, List<Assertion> to) {
        if (text.any(key) instanceof Node.Items list) {
            var _ = Nodes.strings(list.nodes(), "'" + key + "' must list patterns as strings", faults);
            list.nodes().stream().filter(item -> item.string() != null)
                    .forEach(item -> add(key, alone(key, item), to));
        } else {
            add(key, text, to);
        }
    }

    private Fields alone(String key, Node value) {
        return Fields.of(new Node.Obj(Map.of(key, new Node.Member(value.at(), value)), value.at()), faults);
    }

    private void add(String key, Fields fields, List<Assertion> to) {
        var clause = clauses.clause(key, fields);
        if (clause != null) {
            var assertion = Assertion.of(new ForeignCheck.AgUi(clause));
            AlwaysHolds.reason(assertion).ifPresent(sentence -> fields.warn(key, sentence));
            to.add(assertion);
        }
    }

    /** Reads a part of the block; a YAML key without a value counts as absent. */
    private void part(Fields owner, String name, Consumer<Fields> read) {
        var part = isNothing(owner, name) ? null : owner.object(name);
        if (part != null) {
            read.accept(part);
            part.done();
        }
    }

    private static boolean isNothing(Fields owner, String name) {
        var node = owner.any(name);
        return node == null || node.isNull();
    }
}
