package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads assertions of other dialects, in the form that agent-test suites use for them. */
final class ForeignCheckReader {

    private final SuiteScope scope;
    private final ClauseReader clauses;

    ForeignCheckReader(SuiteScope scope) {
        this.scope = scope;
        this.clauses = new ClauseReader(new PatternReader(scope, true));
    }

    Map<String, CheckKind> kinds() {
        return Map.of("ag_ui", this::agUi, "oracle", this::oracle);
    }

    /** Reads one clause of an AG-UI assert block. */
    private @Nullable Check agUi(Fields fields) {
        var written = ClauseReader.KEYS.stream().filter(key -> fields.any(key) != null).toList();
        if (written.isEmpty()) {
            fields.missing("ag_ui needs one of " + String.join(", ", ClauseReader.KEYS),
                    ClauseReader.KEYS.toArray(String[]::new));
            return null;
        }
        if (written.size() > 1) {
            fields.fault(written.get(1), "ag_ui takes one clause; write another assertion for '" + written.get(1)
                    + "'");
            return null;
        }
        var clause = clauses.clause(written.getFirst(), fields);
        return clause == null ? null : new ForeignCheck.AgUi(clause);
    }

    private @Nullable Check oracle(Fields fields) {
        var expected = fields.any("expected");
        if (expected != null && !(expected instanceof Node.Obj)) {
            fields.fault(expected, "'expected' must be an object, not " + expected.kind());
        }
        var read = new OracleReader(scope).oracle(fields, "oracle",
                expected instanceof Node.Obj object ? new Outcomes(object) : Outcomes.NONE);
        return read == null ? null : read.check();
    }
}
