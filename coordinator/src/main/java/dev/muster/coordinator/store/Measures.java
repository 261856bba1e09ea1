package dev.muster.coordinator.store;

import dev.muster.common.agent.Usage;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Helped;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What of a result is kept in columns of its own, so that nobody reads details to add it up.
 *
 * @param score null when nothing gave one
 * @param costUsd null when nobody knows
 * @param tokensIn null when the agent told none
 * @param tokensOut likewise
 * @param helperCostUsd null when nobody knows, or nobody was asked
 * @param helperTokens in and out together; null when nobody was asked
 * @param firstEventMs of the last call; null when no answer came
 * @param turns said to the agent
 */
record Measures(@Nullable Double score, @Nullable BigDecimal costUsd, @Nullable Long tokensIn,
        @Nullable Long tokensOut, @Nullable BigDecimal helperCostUsd, @Nullable Long helperTokens,
        @Nullable Long firstEventMs, int turns) {

    static Measures of(CaseResult result) {
        var usage = result.usage();
        var helpers = result.helped();
        return new Measures(result.dialogue() == null ? null : result.dialogue().score(), usage.costUsd(),
                isTold(usage) ? usage.input() : null, isTold(usage) ? usage.output() : null,
                helpers == null ? null : helpers.usage().costUsd(), helpers == null ? null : tokens(helpers),
                result.firstEventMs() < 0 ? null : result.firstEventMs(), turns(result));
    }

    private static boolean isTold(Usage usage) {
        return !usage.partial() || usage.input() + usage.output() > 0;
    }

    private static long tokens(Helped helpers) {
        return helpers.usage().input() + helpers.usage().output();
    }

    private static int turns(CaseResult result) {
        if (result.dialogue() != null) {
            return result.dialogue().turnsSaid();
        }
        boolean failedToAnswer = result.cause() == Cause.AGENT_ERROR || result.cause() == Cause.AGENT_TIMEOUT;
        return result.response() != null || failedToAnswer ? 1 : 0;
    }
}
