package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import org.jspecify.annotations.Nullable;

/**
 * The failures of the agent that are retried: for each case without a result, its newest one. It stands unless a later
 * attempt passes, which makes the case flaky, or fails, which is newer.
 */
final class FailedAttempts {

    private final Map<CaseRef, Failure> failures = new LinkedHashMap<>();

    /** @param dispatched what its row in {@code attempts} is known by */
    private record Failure(CaseVerdict verdict, Settlement.Attempt dispatched) {}

    /** Records an attempt that did not become the result; it counts only if it blames the agent. */
    void retried(AttemptFinished report) {
        if (report.result().verdict().blamesAgent()) {
            put(new CaseVerdict(report.ref(), report.attempt(), report.dispatch(), report.worker(), report.result()),
                    Settlements.attempt(report, Settlement.AttemptKind.RETRIED));
        }
    }

    /** Records what an earlier coordinator stored of an attempt: its verdict, without assertions and replies. */
    void stored(CaseIdentity identity, Settlement.Attempt attempt) {
        put(new CaseVerdict(attempt.ref(), attempt.attempt(), attempt.dispatch(), attempt.worker(),
                result(identity, attempt)), attempt);
    }

    private void put(CaseVerdict verdict, Settlement.Attempt dispatched) {
        failures.merge(verdict.ref(), new Failure(verdict, dispatched),
                (old, fresh) -> old.verdict.dispatch().compareTo(fresh.verdict.dispatch()) > 0 ? old : fresh);
    }

    /**
     * Decides what the result of a case is.
     *
     * @param last the verdict of its last attempt
     * @param attempt that attempt, in case another one becomes the result; null when it is stored already
     */
    Decision decide(CaseVerdict last, Settlement.@Nullable Attempt attempt) {
        var failure = failures.remove(last.ref());
        if (failure == null || last.result().verdict().blamesAgent()) {
            return new Decision(last, List.of());
        }
        if (last.result().verdict().passed()) {
            return new Decision(new CaseVerdict(last.ref(), last.attempt(), last.dispatch(), last.worker(),
                    last.result().flaky()), List.of());
        }
        var reinstated = new Settlement.Reinstated(failure.dispatched);
        return new Decision(standing(failure, last),
                attempt == null ? List.of(reinstated) : List.of(reinstated, attempt));
    }

    /** Takes what stands of the cases that will have no further attempt, since their run was stopped. */
    List<Decision> rest() {
        var rest = failures.values().stream().map(each -> new Decision(standing(each, null),
                List.of(new Settlement.Reinstated(each.dispatched)))).toList();
        failures.clear();
        return rest;
    }

    /**
     * What becomes of a case.
     *
     * @param before to be settled before the verdict
     */
    record Decision(CaseVerdict verdict, List<Settlement> before) {}

    private static CaseVerdict standing(Failure failure, @Nullable CaseVerdict last) {
        var failed = failure.verdict;
        var why = last == null ? "the run was stopped before the case could be retried"
                : "attempt " + last.attempt() + " ended without a verdict on the agent ("
                        + said(last.result().verdict())
                        + "), so attempt " + failed.attempt() + " counts";
        return new CaseVerdict(failed.ref(), failed.attempt(), failed.dispatch(), failed.worker(),
                failed.result().warning(why));
    }

    private static String said(Verdict verdict) {
        var text = Objects.requireNonNullElse(verdict.error(), Objects.requireNonNullElse(verdict.skipReason(), ""));
        return verdict.status().wire() + (text.isEmpty() ? "" : ": " + text);
    }

    /** Returns the result of an attempt of which only the verdict is stored. */
    private static CaseResult result(CaseIdentity identity, Settlement.Attempt attempt) {
        long duration = Objects.requireNonNullElse(attempt.durationMs(), 0L);
        var helpers = attempt.spent().helpers();
        return new CaseResult(identity, attempt.verdict(), Observed.nothing(0), List.of(), null,
                new AttemptTiming(duration, duration, -1,
                        Objects.requireNonNullElse(attempt.startedAt(), Instant.EPOCH)),
                new AttemptSpend(Objects.requireNonNullElse(attempt.spent().target(), Usage.NONE),
                        helpers == null ? null : new HelperSpend(helpers, 0)),
                List.of("the coordinator was replaced after this attempt, so only its reason is known"), null, null);
    }
}
