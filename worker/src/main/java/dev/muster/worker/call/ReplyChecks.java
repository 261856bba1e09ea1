package dev.muster.worker.call;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;

/** Looks at a complete answer, of any protocol: whether it is a reply, and whether all of it is there. */
final class ReplyChecks {

    private ReplyChecks() {}

    /** Returns the reply, with a warning where it is empty or cut; a failure of the agent where there is none. */
    static AgentOutcome of(AgentReply reply) {
        if (reply.saysNothing()) {
            return AgentFailure.Agent.undeclared("agent error: the agent gave no reply: no text, no tool call, no file"
                    + " and no question (finish reason: " + reply.finish() + ")");
        }
        if (reply.wasCut()) {
            return reply.warning((reply.finish().startsWith("content") ? "a filter stopped the reply"
                    : "the reply was cut off: it reached the limit of its tokens") + " (finish reason: "
                    + reply.finish() + ")");
        }
        if (reply.content().text().stripLeading().startsWith("<think>")) {
            return reply.warning("the reply begins with <think>: the model's reasoning is part of the text that is"
                    + " judged; let the server keep it apart");
        }
        boolean empty = reply.content().text().isEmpty() && !reply.content().texts().isEmpty()
                && reply.content().toolCalls().isEmpty();
        return empty ? reply.warning("the reply is empty") : reply;
    }
}
