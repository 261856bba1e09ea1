package dev.muster.common.agent;

import dev.muster.common.model.ToolCall;

/** An event that arrives while an agent answers, independent of the protocol. */
public sealed interface AgentEvent {

    /** A piece of the answer. */
    record TextDelta(String delta) implements AgentEvent {}

    /** A piece of the agent's reasoning: shown, never checked. */
    record Reasoning(String delta) implements AgentEvent {}

    /** A call with its arguments complete. */
    record ToolCalled(ToolCall call) implements AgentEvent {}

    /** The result of an earlier call. */
    record ToolReturned(ToolResult result) implements AgentEvent {}

    /** Tokens used by the answer so far, cumulative; also reported when the answer then breaks off. */
    record Used(Usage usage) implements AgentEvent {}

    /** A secret that the call itself learned, such as a token that it fetched: it must not appear in results. */
    record Learned(String secret) implements AgentEvent {

        @Override
        public String toString() {
            return "Learned[***]";
        }
    }

    /** A notice for the user that fails nothing, such as an unknown event. */
    record Warning(String text) implements AgentEvent {}
}
