package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Wire;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of one turn of a conversation.
 *
 * @param score weighted mean of the turn's oracles; null for none
 * @param judged the answer as the assertions saw it; null when the other members contain all that they read
 */
public record TurnResult(Utterance utterance, Answer answer, Outcome outcome, List<AssertionResult> assertions,
        @Nullable Double score, Effort effort, @Nullable AgentReply judged) {

    /**
     * The input of a turn and its source.
     *
     * @param turn from 1
     * @param runId id of the call at the agent; null when none was made
     * @param input null when nothing was sent
     */
    @Flat
    public record Utterance(int turn, @Nullable String name, @Nullable String runId, @Nullable String input,
            InputSource source, @Nullable String reasoning, boolean goalAchieved) {}

    /**
     * The agent's answer.
     *
     * @param output the agent's last message; null when it never answered
     * @param replies the texts of all its messages, in order; empty where it sent only one
     * @param artifacts files and custom events of this turn
     * @param awaiting why the agent counts as waiting or done; null when it did not answer
     * @param hint what the agent asks for, as text for users; null when it did not say
     * @param finish why the answer ended: {@code stop}, {@code length}, …; null when it never answered
     */
    @Flat
    public record Answer(@Nullable String output, List<String> replies, List<ToolCall> toolCalls,
            List<ToolResult> toolResults,
            List<JsonNode> artifacts, @Nullable Awaiting awaiting, @Nullable String hint, @Nullable String finish) {

        public static final Answer NONE = new Answer(null, List.of(), List.of(), List.of(), List.of(), null, null,
                null);
    }

    /**
     * A verdict without a cause, which only the case has.
     *
     * @param status the turn's own status: a turn that was not run is {@code skipped}
     * @param error the failure table's text; null when there is none
     * @param skipReason why it was not run; null when it was run
     */
    @Flat
    public record Outcome(Status status, @Nullable String error, @Nullable String skipReason) {}

    /** The tokens and time of a turn, from sending the input to the end of the answer. */
    @Flat
    public record Effort(Usage usage, long durationMs, @Nullable Times times) {

        public static final Effort NONE = new Effort(Usage.NONE, 0, null);
    }

    public boolean wasSaid() {
        return outcome.status() != Status.SKIPPED;
    }

    /** Returns this result with other assertion results, without the answer that they saw. */
    public TurnResult judgedBy(List<AssertionResult> results) {
        return new TurnResult(utterance, answer, outcome, results, score, effort, null);
    }

    TurnResult withoutReply() {
        return new TurnResult(utterance,
                new Answer(null, List.of(), List.of(), List.of(), List.of(), answer.awaiting(), null, answer.finish()),
                outcome, AssertionResult.withoutEvidence(assertions), score, effort, null);
    }

    /** The start of a turn and the end of its answer, by the worker's clock, in milliseconds since 1970. */
    public record Times(long startMs, long endMs) {}

    /** The source of a turn's input. */
    public enum InputSource implements Wire {
        /** A turn of the suite. */
        STATIC,
        /** The case's {@code input} or {@code messages}. */
        INITIAL,
        SIMULATED,
        /** A human user at the terminal. */
        INTERACTIVE
    }

    /** Why an agent counts as waiting for input, or as done. */
    public enum Awaiting implements Wire {
        AGENT_DECLARED(true),
        TOOL_REQUIRES_CONFIRMATION(true),
        CONTENT_IS_QUESTION(true),
        COMPLETED(false);

        private final boolean waits;

        Awaiting(boolean waits) {
            this.waits = waits;
        }

        public boolean waits() {
            return waits;
        }
    }
}
