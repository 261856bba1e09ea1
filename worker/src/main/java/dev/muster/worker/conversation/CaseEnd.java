package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.TemplateException;
import dev.muster.common.template.TooMuchText;
import dev.muster.common.template.UndefinedName;
import dev.muster.worker.judging.AssertionOutcome;
import org.jspecify.annotations.Nullable;

/** One end of a case (of a turn, the conversation, a checkpoint, the final assertions), or all of them, folded. */
public record CaseEnd(Verdict verdict, boolean again) {

    static final CaseEnd PASSED = new CaseEnd(Verdict.PASSED, false);

    static CaseEnd failed(Cause cause, @Nullable String error) {
        return new CaseEnd(Verdict.failed(cause, error), false);
    }

    static CaseEnd skipped(Cause cause, String reason, boolean again) {
        return new CaseEnd(Verdict.skipped(cause, reason), again);
    }

    /** No verdict: the helper or the check broke. */
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

    /**
     * A text uses an undefined variable, which a hook or an earlier turn should have set; or it becomes too long.
     * Another attempt can't do it either.
     */
    public static CaseEnd of(TemplateException text) {
        return switch (text) {
            case UndefinedName name when name.isCaptured() -> failed(Cause.ASSERTION, name.getMessage());
            case UndefinedName name -> failed(Cause.HOOK_ERROR, "hook failed: " + name.getMessage());
            case TooMuchText much -> new CaseEnd(
                    Verdict.error(Cause.INFRASTRUCTURE, "the test is too large: " + much.getMessage()), false);
        };
    }

    /** Maps failures of the agent to verdicts. */
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

    /** Folds in a later end: nothing improves a failure. */
    CaseEnd and(CaseEnd later) {
        return later.verdict.beats(verdict) ? later : this;
    }

    CaseEnd saying(String text) {
        return new CaseEnd(new Verdict(verdict.status(), verdict.cause(), text, verdict.skipReason()), again);
    }
}
