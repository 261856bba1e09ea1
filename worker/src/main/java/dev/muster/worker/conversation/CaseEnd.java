package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.UndefinedName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the ends of a case: of a turn, of the conversation, of a checkpoint, of its final assertions; or all of them,
 * folded.
 *
 * @param again another attempt may find something else
 */
record CaseEnd(Verdict verdict, boolean again) {

    static final CaseEnd PASSED = new CaseEnd(Verdict.PASSED, false);

    static CaseEnd failed(Cause cause, @Nullable String error) {
        return new CaseEnd(Verdict.failed(cause, error), false);
    }

    static CaseEnd skipped(Cause cause, String reason, boolean again) {
        return new CaseEnd(Verdict.skipped(cause, reason), again);
    }

    /** No verdict: what was asked broke. */
    static CaseEnd of(Verdict trouble) {
        return trouble.cause() == Cause.TIMEOUT ? failed(Cause.TIMEOUT, trouble.error())
                : new CaseEnd(trouble, trouble.cause() != Cause.INFRASTRUCTURE);
    }

    static CaseEnd of(AssertionOutcome judgement) {
        if (judgement.holds()) {
            return PASSED;
        }
        return judgement.failed() ? failed(Cause.ASSERTION, null) : of(Objects.requireNonNull(judgement.trouble()));
    }

    /** A text asks for what nobody gave: a hook should have, or a turn. */
    static CaseEnd of(UndefinedName name) {
        return name.isCaptured() ? failed(Cause.ASSERTION, name.getMessage())
                : failed(Cause.HOOK_ERROR, "hook failed: " + name.getMessage());
    }

    /** The failure table. */
    static CaseEnd of(AgentFailure failure) {
        return switch (failure) {
            case AgentFailure.Unreachable _,AgentFailure.Busy _ -> error(Cause.INFRASTRUCTURE, failure, true);
            case AgentFailure.Refused _ -> error(Cause.INFRASTRUCTURE, failure, false);
            case AgentFailure.Cancelled _ -> error(Cause.CANCELLED_BY_AGENT, failure, false);
            case AgentFailure.Agent _,AgentFailure.Truncated _,AgentFailure.Protocol _ ->
                failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Timeout _ -> failed(Cause.AGENT_TIMEOUT, failure.text());
        };
    }

    private static CaseEnd error(Cause cause, AgentFailure failure, boolean again) {
        return new CaseEnd(Verdict.error(cause, failure.text()), again);
    }

    boolean passed() {
        return verdict.passed();
    }

    /** Folds in one that came later: nothing makes a failure better. */
    CaseEnd and(CaseEnd later) {
        return later.verdict.beats(verdict) ? later : this;
    }

    /** The same in other words. */
    CaseEnd saying(String text) {
        return new CaseEnd(new Verdict(verdict.status(), verdict.cause(), text, verdict.skipReason()), again);
    }
}
