package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.model.Message;

/** What assertions judge: a reply, the last message to the target before it, and all messages so far. */
public record AssertionInput(AgentReply reply, String input, List<Message> conversation) {}
