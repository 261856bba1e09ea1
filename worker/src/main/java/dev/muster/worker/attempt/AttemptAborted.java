package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.HelperSpend;
import org.jspecify.annotations.Nullable;

/** An attempt was stopped from outside during its conversation; the usage of its calls until then was paid for. */
public final class AttemptAborted extends InterruptedException {

    private final transient Usage target;
    private final transient @Nullable HelperSpend helpers;

    AttemptAborted(Usage target, @Nullable HelperSpend helpers) {
        super("the attempt was stopped");
        this.target = target;
        this.helpers = helpers;
    }

    /** Returns the result that is reported instead of a verdict, with the attempt's usage. */
    public static CaseResult paid(CaseResult stopped, InterruptedException how) {
        return how instanceof AttemptAborted cut ? stopped.with(new AttemptSpend(cut.target, cut.helpers))
                : stopped;
    }
}
