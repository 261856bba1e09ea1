package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.CheckReader.Kind;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads assertions of other dialects, in the form that agent-test suites use for them. */
record ForeignChecks(SuiteScope scope) {

    private static final String[] CLAUSES = {"forbid", "require", "forbid_call", "max_duration_ms", "max_gap_ms",
        "max_idle_ms", "must_match", "must_not_match"};

    Map<String, Kind> kinds() {
        return Map.of("ag_ui", this::agUi, "oracle", this::oracle);
    }

    /** Reads one clause of an AG-UI assert block. */
    private @Nullable Check agUi(Fields fields) {
        List.of(CLAUSES).forEach(fields::any);
        var written = List.of(CLAUSES).stream().filter(fields::has).toList();
        if (written.isEmpty()) {
            fields.missing("ag_ui needs one of " + String.join(", ", CLAUSES), CLAUSES);
            return null;
        }
        if (written.size() > 1) {
            fields.fault(written.get(1), "ag_ui takes one clause; write another assertion for '" + written.get(1)
                    + "'");
            return null;
        }
        var clause = clause(written.getFirst(), fields);
        return clause == null ? null : new Check.AgUi(clause);
    }

    private @Nullable AgUiClause clause(String name, Fields fields) {
        var clauses = new ClauseReader(new PatternReader(scope.sound(), scope.faults(), true), scope.faults());
        var node = Objects.requireNonNull(fields.any(name));
        return switch (name) {
            case "forbid" -> clauses.forbid(node);
            case "require" -> clauses.require(node);
            case "forbid_call" -> clauses.forbidCall(node);
            case "max_duration_ms" -> clauses.limit(fields, name, AgUiClause.MaxDuration::new);
            case "max_gap_ms" -> clauses.limit(fields, name, AgUiClause.MaxGap::new);
            case "max_idle_ms" -> clauses.limit(fields, name, AgUiClause.MaxIdle::new);
            case "must_match" -> clauses.match(fields, name, AgUiClause.MustMatch::new);
            case "must_not_match" -> clauses.match(fields, name, AgUiClause.MustNotMatch::new);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private @Nullable Check oracle(Fields fields) {
        var read = new OracleReader(scope).oracle(fields, "oracle", outcomes(fields.any("expected")));
        return read == null ? null : read.check();
    }

    private Outcomes outcomes(@Nullable Node node) {
        if (node == null || node instanceof Node.Obj) {
            return new Outcomes((Node.Obj) node);
        }
        scope.faults().add(node.at(), "'expected' must be an object, not " + node.kind());
        return Outcomes.NONE;
    }
}
