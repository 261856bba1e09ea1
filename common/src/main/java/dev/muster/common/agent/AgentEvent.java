package dev.muster.common.agent;

import dev.muster.common.model.ToolCall;

/** What arrives while an agent answers, in the words of no protocol. */
public sealed interface AgentEvent {

    /** A piece of the answer. */
    record TextDelta(String delta) implements AgentEvent {}

    /** A piece of the agent's reasoning: shown, never checked. */
    record Reasoning(String delta) implements AgentEvent {}

    /** A call with its arguments complete. */
    record ToolCalled(ToolCall call) implements AgentEvent {}

    /** The result of an earlier call. */
    record ToolReturned(ToolResult result) implements AgentEvent {}

    /** Tokens that the answer took so far, those that were told before among them; also of one that then breaks off. */
    record Used(Usage usage) implements AgentEvent {}

    /** Something a person should know and that fails nothing, such as an unknown event. */
    record Warning(String text) implements AgentEvent {}
}
