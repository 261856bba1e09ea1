package dev.muster.common.agent;

/** How a call to an agent ended. */
public sealed interface AgentOutcome permits AgentReply, AgentFailure {}
