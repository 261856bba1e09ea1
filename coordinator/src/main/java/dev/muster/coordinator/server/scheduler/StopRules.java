package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.store.SpentSoFar;
import org.jspecify.annotations.Nullable;

/** Decides when a run stops early, and says why: its first failure, a limit, or an agent that can't be called. */
final class StopRules {

    /** When this many first results of an agent are the same error, the others would be, too. */
    static final int SAME = 20;

    private final boolean failFast;
    private final RunLimits limits;
    private final Map<String, Start> starts = new HashMap<>();
    private BigDecimal spent;
    private int errors;
    private final boolean fresh;
    private @Nullable String reason;

    /** @param error of all first results; null when they differ, or say something about the agent */
    private record Start(@Nullable String error, int results) {}

    /**
     * @param before what the run spent under an earlier coordinator
     * @param fresh whether it has no results yet: of another run the first ones are not known
     */
    StopRules(boolean failFast, RunLimits limits, SpentSoFar before, boolean fresh) {
        this.fresh = fresh;
        this.failFast = failFast;
        this.limits = limits;
        this.spent = before.costUsd();
        this.errors = before.errors();
    }

    /** Counts an attempt: each one costs, even one that does not count. */
    void attempted(ReportedResult result) {
        spent = spent.add(Spent.of(result.spend()).costUsd());
        if (limits.maxCostUsd() != null && spent.compareTo(limits.maxCostUsd()) > 0) {
            stop("--max-cost: " + dollars(spent) + " are spent, and the limit is " + dollars(limits.maxCostUsd()));
        }
    }

    void judged(ReportedResult result) {
        if (failFast && (result.verdict().status() == Status.FAILED || result.verdict().status() == Status.ERROR)) {
            stop(Stop.FAIL_FAST + result.identity().id() + " did not pass");
        }
        count(result.verdict().status());
        look(result.identity().agent(),
                result.verdict().cause() == Cause.INFRASTRUCTURE ? result.verdict().error() : null);
    }

    /** Returns why a run that has been active for so long must stop now. */
    Optional<String> reason(Duration goingOn) {
        if (limits.maxDuration() != null && goingOn.compareTo(limits.maxDuration()) > 0) {
            stop("--max-duration: it has been running for more than " + Durations.text(limits.maxDuration()));
        }
        return Optional.ofNullable(reason);
    }

    private void count(Status status) {
        errors += status == Status.ERROR ? 1 : 0;
        if (limits.maxErrors() != null && errors > limits.maxErrors()) {
            stop("--max-errors: " + errors + (errors == 1 ? " case" : " cases")
                    + " ended in an error, and the limit is "
                    + limits.maxErrors());
        }
    }

    private void look(String agent, @Nullable String error) {
        var start = starts.merge(agent, new Start(error, 1), (before, now) -> new Start(
                Objects.equals(before.error(), now.error()) ? now.error() : null, before.results() + 1));
        if (fresh && start.error() != null && start.results() == SAME) {
            stop("the first " + SAME + " results of agent " + agent + " are all the same error: " + start.error());
        }
    }

    private void stop(String why) {
        reason = reason == null ? why : reason;
    }

    private static String dollars(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString() + " USD";
    }
}
