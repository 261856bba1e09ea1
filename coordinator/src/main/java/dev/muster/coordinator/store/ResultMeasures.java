package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import org.jspecify.annotations.Nullable;

/**
 * The measures of a result that have columns of their own, so that sums need not read details.
 *
 * @param score null when nothing gave one
 * @param firstEventMs of the last call; null when no answer came
 * @param turns number of messages sent to the agent
 */
record ResultMeasures(@Nullable Double score, SpentColumns spent, @Nullable Long firstEventMs, int turns) {

    static ResultMeasures of(CaseResult result) {
        return new ResultMeasures(result.score(), SpentColumns.of(Spent.of(result)),
                result.timing().firstEventMs() < 0 ? null : result.timing().firstEventMs(),
                turns(result));
    }

    private static int turns(CaseResult result) {
        if (result.dialogue() != null) {
            return result.dialogue().turnsSent();
        }
        boolean failedToAnswer = result.verdict().cause() == Cause.AGENT_ERROR
                || result.verdict().cause() == Cause.AGENT_TIMEOUT;
        return result.observed().response() != null || result.observed().sent() != null || failedToAnswer ? 1 : 0;
    }
}
