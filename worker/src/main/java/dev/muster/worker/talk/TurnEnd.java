package dev.muster.worker.talk;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.jspecify.annotations.Nullable;

/**
 * How a turn ended.
 *
 * @param error the failure table's text; null when there is none
 * @param again another attempt may find something else
 * @param reply null when the target did not answer
 * @param awaiting null when the target did not answer
 */
record TurnEnd(Status status, Cause cause, @Nullable String error, boolean again, @Nullable AgentReply reply,
        @Nullable Awaiting awaiting) {

    static TurnEnd passed(@Nullable AgentReply reply, @Nullable Awaiting awaiting) {
        return new TurnEnd(Status.PASSED, Cause.NONE, null, false, reply, awaiting);
    }

    static TurnEnd failed(Cause cause, @Nullable String error) {
        return new TurnEnd(Status.FAILED, cause, error, false, null, null);
    }

    /** No verdict: what was asked broke. */
    static TurnEnd error(Trouble trouble) {
        boolean timedOut = trouble.cause() == Cause.TIMEOUT;
        return new TurnEnd(timedOut ? Status.FAILED : Status.ERROR, trouble.cause(), trouble.error(),
                !timedOut && trouble.cause() != Cause.INFRASTRUCTURE, null, null);
    }

    /** The failure table. */
    static TurnEnd of(AgentFailure failure) {
        return switch (failure) {
            case AgentFailure.Unreachable unreachable -> infrastructure(failure, true);
            case AgentFailure.Busy busy -> infrastructure(failure, true);
            case AgentFailure.Refused refused -> infrastructure(failure, false);
            case AgentFailure.Agent agent -> failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Truncated truncated -> failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Protocol protocol -> failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Timeout timeout -> failed(Cause.AGENT_TIMEOUT, failure.text());
        };
    }

    private static TurnEnd infrastructure(AgentFailure failure, boolean again) {
        return new TurnEnd(Status.ERROR, Cause.INFRASTRUCTURE, failure.text(), again, null, null);
    }

    boolean passed() {
        return status == Status.PASSED;
    }

    /** The same in other words. */
    TurnEnd saying(String text) {
        return new TurnEnd(status, cause, text, again, reply, awaiting);
    }

    /** The same with what the target said. */
    TurnEnd after(AgentReply said, Awaiting waits) {
        return new TurnEnd(status, cause, error, again, said, waits);
    }
}
