package dev.muster.common.check;

import java.math.BigDecimal;
import tools.jackson.databind.node.DecimalNode;

/** What the agent used cost no more. */
record CostCheck(BigDecimal most) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the cost", "be at most " + dollars(most)).of(DecimalNode.valueOf(most));
    }

    @Override
    public Finding look(ResponseDocument reply) {
        var usage = reply.usage();
        if (usage == null) {
            return Finding.undecided(() -> TokensCheck.UNTOLD);
        }
        if (usage.partial()) {
            return Finding.undecided(() -> TokensCheck.PARTLY);
        }
        var cost = usage.costUsd();
        if (cost == null) {
            return Finding.undecided(() -> "but there is no pricing for the agent: write 'pricing' into its connector"
                    + " in muster.yaml");
        }
        return (cost.compareTo(most) <= 0 ? Finding.holds(() -> "but it was " + dollars(cost))
                : Finding.fails(() -> "but it was " + dollars(cost))).seeing(() -> Seen.of(DecimalNode.valueOf(cost)));
    }

    private static String dollars(BigDecimal usd) {
        return "$" + usd.stripTrailingZeros().toPlainString();
    }
}
