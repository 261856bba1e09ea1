package dev.muster.coordinator.figures;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What results took together.
 *
 * @param tokensIn null when no agent told any
 * @param tokensOut null when no agent told any
 * @param costUsd null when nothing has a price
 * @param priced how many results have a cost
 * @param helperTokens of simulators and validators; null when nobody was asked
 * @param helperCostUsd null when nothing of it has a price
 */
public record Spending(@Nullable Long tokensIn, @Nullable Long tokensOut, @Nullable BigDecimal costUsd, long priced,
        @Nullable Long helperTokens, @Nullable BigDecimal helperCostUsd) {

    static final Spending NONE = new Spending(null, null, null, 0, null, null);

    Spending plus(Spending other) {
        return new Spending(plus(tokensIn, other.tokensIn), plus(tokensOut, other.tokensOut),
                plus(costUsd, other.costUsd), priced + other.priced, plus(helperTokens, other.helperTokens),
                plus(helperCostUsd, other.helperCostUsd));
    }

    private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : Long.valueOf(one + other);
    }

    private static @Nullable BigDecimal plus(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other : other == null ? one : one.add(other);
    }
}
