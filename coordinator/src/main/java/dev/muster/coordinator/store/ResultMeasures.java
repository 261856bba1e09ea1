package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.block.ResultHead;
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

    static ResultMeasures of(ResultHead head) {
        return new ResultMeasures(head.score(), SpentColumns.of(Spent.of(head.spend())),
                head.timing().firstEventMs() < 0 ? null : head.timing().firstEventMs(), head.seen().turns());
    }
}
