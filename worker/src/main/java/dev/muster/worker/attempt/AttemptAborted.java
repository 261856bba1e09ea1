package dev.muster.worker.attempt;

import dev.muster.common.agent.Usage;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Helped;
import org.jspecify.annotations.Nullable;

/** An attempt was stopped from outside in the midst of its conversation; what its calls took until then was paid for. */
public final class AttemptAborted extends InterruptedException {

    private static final long serialVersionUID = 1L;

    private final transient Usage target;
    private final transient @Nullable Helped helpers;

    AttemptAborted(Usage target, @Nullable Helped helpers) {
        super("the attempt was stopped");
        this.target = target;
        this.helpers = helpers;
    }

    /** What is reported in the place of a verdict, with what the attempt took. */
    public static CaseResult paid(CaseResult stopped, InterruptedException how) {
        return how instanceof AttemptAborted cut ? stopped.with(new CaseResult.Spend(cut.target, cut.helpers))
                : stopped;
    }
}
