package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentFailure;

/** Thrown where a call can't go on. */
public final class CallFailed extends Exception {

    private final transient AgentFailure failure;

    public CallFailed(AgentFailure failure) {
        super(failure.text(), null, false, false);
        this.failure = failure;
    }

    public AgentFailure failure() {
        return failure;
    }
}
