package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.node.DecimalNode;

/** The agent's usage costs at most this much. */
record CostCheck(BigDecimal most) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the cost", "be at most " + dollars(most)).of(DecimalNode.valueOf(most));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var usage = reply.usage();
        if (usage == null) {
            return Observation.undecided(() -> TokensCheck.UNTOLD);
        }
        if (usage.partial()) {
            return Observation.undecided(() -> TokensCheck.PARTLY);
        }
        var cost = usage.costUsd();
        if (cost == null) {
            return Observation
                    .undecided(() -> "but there is no pricing for the agent: write 'pricing' into its connector"
                            + " in muster.yaml");
        }
        return (cost.compareTo(most) <= 0 ? Observation.holds(() -> "but it was " + dollars(cost))
                : Observation.fails(() -> "but it was " + dollars(cost)))
                .seeing(() -> Seen.of(DecimalNode.valueOf(cost)));
    }

    private static String dollars(BigDecimal usd) {
        return "$" + usd.stripTrailingZeros().toPlainString();
    }
}
