package dev.muster.coordinator.analysis.replay;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Rebuilds an agent's reply from what every result contains: text, tool calls and their results. */
final class StoredReply {

    /** Unknown times: no real reply ends before it begins. */
    private static final AgentReply.Timing UNKNOWN = new AgentReply.Timing(-1, -1, -1);

    private StoredReply() {}

    static @Nullable AgentReply of(CaseResult result) {
        return result.observed().response() == null ? null
                : reply(result.observed().response(), result.observed().toolCalls(), result.observed().toolResults(),
                        result.observed().state(), result.spend().usage());
    }

    static @Nullable AgentReply of(TurnResult turn) {
        return turn.answer().output() == null ? null
                : reply(turn.answer().output(), turn.answer().toolCalls(), turn.answer().toolResults(), null,
                        turn.effort().usage());
    }

    private static AgentReply reply(String text, List<ToolCall> calls, List<ToolResult> results,
            @Nullable JsonNode state, Usage usage) {
        return AgentReply.of(AgentReply.Content.of(text, calls, results, state, List.of()), "stop", usage, UNKNOWN);
    }

    /** Whether a reply was rebuilt here, so that its times and events are unknown. */
    static boolean isBare(AgentReply reply) {
        return reply.timing().equals(UNKNOWN);
    }

    /** Whether a result was too large for a message, and so lacks some of what was judged. */
    static boolean wasCut(CaseResult result) {
        return result.warnings().stream().anyMatch(warning -> warning.contains("details were cut"));
    }
}
