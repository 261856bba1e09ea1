package dev.muster.worker.talk;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a conversation ended.
 *
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was skipped; null when it was not
 * @param again another attempt may find something else
 * @param reply the last text, and the tools, state and times of all; null when the target never answered
 * @param assertions of the case
 * @param messages sent
 * @param dialogue null in standard mode
 * @param judged the answer as the assertions saw it; null where {@code reply} says all that they read
 */
public record Ending(Status status, Cause cause, @Nullable String error, @Nullable String skipReason, boolean again,
        @Nullable AgentReply reply, List<AssertionResult> assertions, int messages, @Nullable Dialogue dialogue,
        @Nullable AgentReply judged) {

    public Ending {
        assertions = List.copyOf(assertions);
    }
}
