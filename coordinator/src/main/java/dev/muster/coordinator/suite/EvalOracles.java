package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.OracleKind;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Turns the oracles of one AgentEval test into assertions. */
final class EvalOracles {

    /** Maximum characters of the expected texts of all oracles of a test, as each oracle carries its own copy. */
    private static final long MOST_EXPECTED = 15L << 20;

    private final OracleReader oracles;
    private final Map<OracleKind, Double> weights;
    private final Faults faults;

    /** @param weights take precedence over an oracle's own weight */
    EvalOracles(OracleReader oracles, Map<OracleKind, Double> weights, Faults faults) {
        this.oracles = oracles;
        this.weights = weights;
        this.faults = faults;
    }

    List<Assertion> of(List<Node> nodes, Outcomes outcomes) {
        if (nodes.size() > 1 && (long) nodes.size() * outcomes.json().toString().length() > MOST_EXPECTED) {
            faults.add(nodes.getFirst().at(), nodes.size()
                    + " oracles that each look at all of the expectedOutcomes"
                    + " come to more than the 15 MiB that can be sent to a worker; expect less, or name fewer oracles");
            return List.of();
        }
        return Nodes.objects(nodes, "an oracle", faults, fields -> assertion(fields, outcomes));
    }

    /** Returns assertions for outcomes that name no oracle. */
    List<Assertion> implied(Outcomes outcomes) {
        var assertions = new ArrayList<Assertion>();
        for (var each : outcomes.implied()) {
            var check = oracles.implied(each, outcomes);
            if (check != null) {
                assertions.add(weighted(check, each.kind(), null));
            }
        }
        return assertions;
    }

    private @Nullable Assertion assertion(Fields fields, Outcomes outcomes) {
        var check = oracles.oracle(fields, "type", outcomes);
        var weight = fields.number("weight", 0, Double.MAX_VALUE);
        return check == null ? null : weighted(check.check(), check.kind(), weight);
    }

    private Assertion weighted(Check check, OracleKind kind, @Nullable Double own) {
        double weight = Optional.ofNullable(weights.get(kind)).or(() -> Optional.ofNullable(own)).orElse(1.0);
        return new Assertion(check, false, null, null, weight);
    }
}
