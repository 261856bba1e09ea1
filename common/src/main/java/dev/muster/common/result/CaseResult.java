package dev.muster.common.result;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.model.Source;
import dev.muster.common.model.ToolCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one attempt at a case found; the last attempt's is the case's verdict.
 *
 * @param key the case's identity across runs
 * @param id the case's id
 * @param name null when the case has none
 * @param source where the case was written
 * @param labels the case's labels
 * @param agent the target
 * @param connector null when none was named
 * @param status the verdict
 * @param cause why
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was skipped; null when it was not
 * @param messagesCount messages sent
 * @param response what the agent said last; null when it never answered
 * @param toolCalls in order
 * @param toolResults in order
 * @param state the agent's state; null when it has none
 * @param assertions all that were evaluated, in order
 * @param usage tokens of the target
 * @param durationMs from the start of the attempt to its end
 * @param workingMs the same less waiting for limits and between tries of the call
 * @param firstEventMs from sending the last call to the first byte of its answer; -1 when none came
 * @param startedAt by the worker's clock
 * @param warnings what was odd, a sentence each
 * @param traceId names the conversation at the agent (AG-UI threadId); null when no call was made
 * @param dialogue turns and checkpoints, with {@code assertions} the final ones; null in standard mode
 * @param judged the answer as {@code assertions} saw it; null where the other members say all that they read
 * @param helped null when nobody was asked
 * @param muted what the case would have come to; null when it is not in quarantine
 */
public record CaseResult(String key, String id, @Nullable String name, Source source, Map<String, String> labels,
        String agent, @Nullable String connector, Status status, Cause cause, @Nullable String error,
        @Nullable String skipReason, int messagesCount, @Nullable String response, List<ToolCall> toolCalls,
        List<ToolResult> toolResults, @Nullable JsonNode state, List<AssertionResult> assertions, Usage usage,
        long durationMs, long workingMs, long firstEventMs, Instant startedAt, List<String> warnings,
        @Nullable String traceId, @Nullable Dialogue dialogue, @Nullable AgentReply judged,
        @Nullable Helped helped, @Nullable Muted muted) {

    /** Of a case that is not muted. */
    public CaseResult(String key, String id, @Nullable String name, Source source, Map<String, String> labels,
            String agent, @Nullable String connector, Status status, Cause cause, @Nullable String error,
            @Nullable String skipReason, int messagesCount, @Nullable String response, List<ToolCall> toolCalls,
            List<ToolResult> toolResults, @Nullable JsonNode state, List<AssertionResult> assertions, Usage usage,
            long durationMs, long workingMs, long firstEventMs, Instant startedAt, List<String> warnings,
            @Nullable String traceId, @Nullable Dialogue dialogue, @Nullable AgentReply judged,
            @Nullable Helped helped) {
        this(key, id, name, source, labels, agent, connector, status, cause, error, skipReason, messagesCount, response,
                toolCalls, toolResults, state, assertions, usage, durationMs, workingMs, firstEventMs, startedAt,
                warnings, traceId, dialogue, judged, helped, null);
    }

    /** Whose assertions read nothing but what the members say. */
    public CaseResult(String key, String id, @Nullable String name, Source source, Map<String, String> labels,
            String agent, @Nullable String connector, Status status, Cause cause, @Nullable String error,
            @Nullable String skipReason, int messagesCount, @Nullable String response, List<ToolCall> toolCalls,
            List<ToolResult> toolResults, @Nullable JsonNode state, List<AssertionResult> assertions, Usage usage,
            long durationMs, long workingMs, long firstEventMs, Instant startedAt, List<String> warnings,
            @Nullable String traceId, @Nullable Dialogue dialogue) {
        this(key, id, name, source, labels, agent, connector, status, cause, error, skipReason, messagesCount, response,
                toolCalls, toolResults, state, assertions, usage, durationMs, workingMs, firstEventMs, startedAt,
                warnings, traceId, dialogue, null, null);
    }

    /** What every result has; one that lacks it can't be read. */
    public CaseResult {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(agent, "agent");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(startedAt, "started_at");
        labels = Map.copyOf(labels);
        toolCalls = List.copyOf(toolCalls);
        toolResults = List.copyOf(toolResults);
        assertions = List.copyOf(assertions);
        warnings = List.copyOf(warnings);
    }

    /** The same with other words for what happened. */
    public CaseResult error(String sentence) {
        return new CaseResult(key, id, name, source, labels, agent, connector, status, cause, sentence, skipReason,
                messagesCount, response, toolCalls, toolResults, state, assertions, usage, durationMs, workingMs,
                firstEventMs, startedAt, warnings, traceId, dialogue, judged, helped, muted);
    }

    /** The same that took so many tokens. */
    public CaseResult took(Usage target, @Nullable Helped helpers) {
        return new CaseResult(key, id, name, source, labels, agent, connector, status, cause, error, skipReason,
                messagesCount, response, toolCalls, toolResults, state, assertions, target, durationMs, workingMs,
                firstEventMs, startedAt, warnings, traceId, dialogue, judged, helpers, muted);
    }

    /** The name where it says more than the id, which some dialects take from it; else null. */
    public @Nullable String title() {
        return id.equals(name) ? null : name;
    }

    /** Of the conversation, or of the assertions that give one; null when nothing gave one. */
    public @Nullable Double score() {
        return dialogue == null ? AssertionResult.score(assertions) : dialogue.score();
    }

    /** What did not hold: of the turns first, then of the whole. */
    public Stream<AssertionResult> failures() {
        var turns = dialogue == null ? Stream.<AssertionResult>empty()
                : dialogue.turns().stream().flatMap(turn -> turn.assertions().stream());
        return Stream.concat(turns, assertions.stream()).filter(assertion -> !assertion.passed());
    }

    /** The same of a case that passed only when it was tried again. */
    public CaseResult flaky() {
        return new CaseResult(key, id, name, source, labels, agent, connector, Status.FLAKY, cause, error, skipReason,
                messagesCount, response, toolCalls, toolResults, state, assertions, usage, durationMs, workingMs,
                firstEventMs, startedAt, warnings, traceId, dialogue, judged, helped, muted);
    }

    /** The same with one more oddity. */
    public CaseResult warning(String sentence) {
        var more = new ArrayList<>(warnings);
        more.add(sentence);
        return new CaseResult(key, id, name, source, labels, agent, connector, status, cause, error, skipReason,
                messagesCount, response, toolCalls, toolResults, state, assertions, usage, durationMs, workingMs,
                firstEventMs, startedAt, more, traceId, dialogue, judged, helped, muted);
    }

    /** The same of a case that is muted: it is as if it were skipped, and says what would have come of it. */
    public CaseResult muted(String owner, String why) {
        return new CaseResult(key, id, name, source, labels, agent, connector, Status.SKIPPED, Cause.MUTED, error,
                why, messagesCount, response, toolCalls, toolResults, state, assertions, usage, durationMs, workingMs,
                firstEventMs, startedAt, warnings, traceId, dialogue, judged, helped,
                new Muted(status, cause, owner, why));
    }
}
