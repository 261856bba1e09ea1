package dev.muster.common.agent.custom;

import dev.muster.common.agent.AgentFailure;

/** Thrown when no token could be had for a call. */
final class NoToken extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient AgentFailure failure;

    NoToken(AgentFailure failure) {
        super(failure.text(), null, false, false);
        this.failure = failure;
    }

    AgentFailure failure() {
        return failure;
    }
}
