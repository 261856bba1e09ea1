package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * {@code expectedOutcomes} of a test or a turn.
 *
 * @param object null when there are none
 */
record Outcomes(Node.@Nullable Obj object) {

    static final Outcomes NONE = new Outcomes(null);

    private static final List<String> OF_ORACLES = List.of(OracleKind.PATTERNS, OracleKind.SCHEMA, OracleKind.SQL,
            OracleKind.CRITERIA);

    boolean isNone() {
        return object == null;
    }

    Outcomes orElse(Outcomes other) {
        return isNone() ? other : this;
    }

    JsonNode json() {
        return object == null ? JsonNodeFactory.instance.objectNode() : object.json();
    }

    /** Returns the position of the outcome that an oracle reads; null when it reads none. */
    @Nullable
    Position at(OracleKind kind, String mode) {
        return switch (kind) {
            case EXACT_MATCH -> mode.equals("regex") ? at(OracleKind.PATTERNS) : null;
            case SCHEMA_VALIDATE -> at(OracleKind.SCHEMA);
            case SQL_VALIDATE -> at(OracleKind.SQL);
            case LLM_JUDGE -> at(OracleKind.CRITERIA);
            case TRACE_NO_ERRORS, TRACE_VALIDATE_SUB_AGENTS -> null;
        };
    }

    private @Nullable Position at(String name) {
        var node = object == null ? null : object.get(name);
        return node == null ? null : node.at();
    }

    /** Returns the oracles implied when none is named. */
    List<ImpliedOracle> implied() {
        var implied = new ArrayList<ImpliedOracle>();
        if (object == null) {
            return implied;
        }
        if (!OF_ORACLES.containsAll(object.members().keySet())) {
            implied.add(new ImpliedOracle(OracleKind.EXACT_MATCH, Map.of("mode", "partial"), object.at()));
        }
        add(OracleKind.PATTERNS, OracleKind.EXACT_MATCH, Map.of("mode", "regex"), implied);
        add(OracleKind.SCHEMA, OracleKind.SCHEMA_VALIDATE, Map.of(), implied);
        add(OracleKind.SQL, OracleKind.SQL_VALIDATE, Map.of(), implied);
        add(OracleKind.CRITERIA, OracleKind.LLM_JUDGE, Map.of(), implied);
        return implied;
    }

    private void add(String member, OracleKind kind, Map<String, String> config, List<ImpliedOracle> to) {
        var at = at(member);
        if (at != null) {
            to.add(new ImpliedOracle(kind, config, at));
        }
    }
}
