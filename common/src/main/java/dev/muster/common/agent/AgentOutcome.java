package dev.muster.common.agent;

/** The end of a call to an agent. */
public sealed interface AgentOutcome permits AgentReply, AgentFailure {}
