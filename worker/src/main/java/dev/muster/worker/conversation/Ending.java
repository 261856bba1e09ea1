package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Message;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * How a conversation ended.
 *
 * @param end all ends, folded
 * @param reply the last text, with the tools, state and times of all; null when the target never answered
 * @param messages number of messages sent
 * @param dialogue null in standard mode
 * @param judged the reply as the assertions saw it; null where {@code reply} has all that they read
 * @param sent what the target was sent before its first answer; empty when nothing was
 * @param warnings for the suite's author, one sentence each
 */
public record Ending(CaseEnd end, @Nullable AgentReply reply, List<AssertionResult> assertions,
        int messages, @Nullable Dialogue dialogue, @Nullable AgentReply judged, List<Message> sent,
        List<String> warnings) {

    public Verdict verdict() {
        return end.verdict();
    }
}
