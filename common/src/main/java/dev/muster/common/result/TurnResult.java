package dev.muster.common.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one turn of a conversation came to.
 *
 * @param turn from 1
 * @param name null when it has none
 * @param runId names the call at the agent; null when none was made
 * @param input what was said; null when nothing was
 * @param source who said it
 * @param reasoning why a simulator said it; null when it did not say
 * @param goalAchieved the simulator says that it has what it wanted
 * @param output what the agent said; null when it never answered
 * @param toolCalls in order
 * @param toolResults in order
 * @param artifacts files and custom events of this turn
 * @param awaiting what made the agent wait, or be done; null when it did not answer
 * @param hint what the agent asks for, for people; null when it did not say
 * @param status the turn's own: a turn that was not run is {@code skipped}
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was not run; null when it was
 * @param assertions all of the turn's, in order
 * @param score weighted mean of the turn's oracles; null when it has none
 * @param usage tokens of the target
 * @param durationMs from saying the input to the end of the answer
 * @param times when that was; null when nothing was said
 * @param judged the answer as the assertions saw it; null where the other members say all that they read
 */
public record TurnResult(int turn, @Nullable String name, @Nullable String runId, @Nullable String input,
        InputSource source, @Nullable String reasoning, boolean goalAchieved, @Nullable String output,
        List<ToolCall> toolCalls, List<ToolResult> toolResults, List<JsonNode> artifacts,
        @Nullable Awaiting awaiting, @Nullable String hint, Status status, @Nullable String error,
        @Nullable String skipReason, List<AssertionResult> assertions, @Nullable Double score, Usage usage,
        long durationMs, @Nullable Times times, @Nullable AgentReply judged) {

    public TurnResult {
        toolCalls = List.copyOf(toolCalls);
        toolResults = List.copyOf(toolResults);
        artifacts = List.copyOf(artifacts);
        assertions = List.copyOf(assertions);
    }

    /** Whether it was said to the agent. */
    public boolean wasSaid() {
        return status != Status.SKIPPED;
    }

    /** The same with other results of its assertions, without the answer that they saw. */
    public TurnResult judgedBy(List<AssertionResult> results) {
        return new TurnResult(turn, name, runId, input, source, reasoning, goalAchieved, output, toolCalls, toolResults,
                artifacts, awaiting, hint, status, error, skipReason, results, score, usage, durationMs, times,
                null);
    }

    /**
     * From sending a turn to the end of its answer, by the worker's clock, in milliseconds since 1970.
     */
    public record Times(long startMs, long endMs) {}

    /** Who said a turn's input. */
    public enum InputSource {
        /** A turn of the suite. */
        STATIC,
        /** The case's {@code input} or {@code messages}. */
        INITIAL,
        SIMULATED,
        /** A person at the terminal. */
        INTERACTIVE;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static InputSource of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }

    /** Why an agent is taken to wait for input, or to be done. */
    public enum Awaiting {
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

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static Awaiting of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }
}
