package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Wire;

/** Why an agent counts as waiting for input, or as done. */
public enum AwaitingState implements Wire {
    AGENT_DECLARED(true),
    TOOL_REQUIRES_CONFIRMATION(true),
    CONTENT_IS_QUESTION(true),
    COMPLETED(false);

    private final boolean waits;

    AwaitingState(boolean waits) {
        this.waits = waits;
    }

    public boolean waits() {
        return waits;
    }
}
