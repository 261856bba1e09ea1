package dev.muster.common.result;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * The result of one attempt at a case; the last attempt's is the case's verdict.
 *
 * @param assertions all evaluated assertions, in order
 * @param dialogue turns and checkpoints; {@code assertions} are then the final ones; null in standard mode
 * @param traceId the agent's id of the conversation (AG-UI threadId); null when no call was made
 * @param muted the result outside quarantine; null when it is not in quarantine
 */
@JsonPropertyOrder({"key", "id", "name", "source", "labels", "agent", "connector", "status", "cause", "error",
    "skip_reason", "sent", "messages_count", "response", "replies", "tool_calls", "tool_results", "state", "assertions",
    "usage",
    "duration_ms", "working_ms", "first_event_ms", "started_at", "warnings", "trace_id", "dialogue", "judged", "helped",
    "muted"})
public record CaseResult(CaseIdentity identity, Verdict verdict, Observed observed, List<AssertionResult> assertions,
        @Nullable Dialogue dialogue, AttemptTiming timing, AttemptSpend spend, List<String> warnings,
        @Nullable String traceId,
        @Nullable Muted muted) {

    /** How a warning begins that says what a pass did not check. */
    public static final String NOT_CHECKED = "not checked: ";

    public CaseResult {
        Objects.requireNonNull(verdict.status(), "status");
        Objects.requireNonNull(verdict.cause(), "cause");
    }

    /** Returns the result of a case without any call. */
    public static CaseResult unseen(CaseIdentity identity, Verdict verdict, Instant at) {
        return new CaseResult(identity, verdict, Observed.nothing(0), List.of(), null, AttemptTiming.none(at),
                AttemptSpend.NOTHING,
                List.of(), null, null);
    }

    public CaseResult with(Verdict other) {
        return new CaseResult(identity, other, observed, assertions, dialogue, timing, spend, warnings, traceId, muted);
    }

    public CaseResult with(AttemptSpend other) {
        return new CaseResult(identity, verdict, observed, assertions, dialogue, timing, other, warnings, traceId,
                muted);
    }

    public CaseResult with(Observed other) {
        return new CaseResult(identity, verdict, other, assertions, dialogue, timing, spend, warnings, traceId, muted);
    }

    /** Returns this result without what the agent answered, except where a reason quotes it. */
    public CaseResult withoutReplies() {
        return new CaseResult(identity, verdict, observed.withoutReplies(), AssertionResult.withoutEvidence(assertions),
                dialogue == null ? null : dialogue.withoutReplies(), timing, spend, warnings, traceId, muted);
    }

    /** Whether it passed, or would have, were it not muted. */
    public boolean passed() {
        return (muted == null ? verdict.status() : muted.status()) == Status.PASSED;
    }

    /** Whether it passed although its checks were not tried. */
    public boolean passedUnchecked() {
        return verdict.cause() == Cause.NOTHING_CHECKED;
    }

    /** Returns what a pass did not check, though its suite wants that; empty for nothing, and where it did not pass. */
    public Optional<String> partUnchecked() {
        return !passed() ? Optional.empty()
                : warnings.stream().filter(sentence -> sentence.startsWith(NOT_CHECKED)).findFirst();
    }

    /** Whether anything judged it: a case without an assertion passes as soon as its agent answers. */
    public boolean wasJudged() {
        return !assertions.isEmpty() || (dialogue != null && (!dialogue.checkpoints().isEmpty()
                || dialogue.turns().stream().anyMatch(TurnResult::wasJudged)));
    }

    /** Returns the score of the conversation, or of the assertions; null when nothing gave one. */
    public @Nullable Double score() {
        return dialogue == null ? AssertionResult.score(assertions) : dialogue.score();
    }

    /** Returns the failed assertions: those of the turns first, then those of the case. */
    public Stream<AssertionResult> failures() {
        var turns = dialogue == null ? Stream.<AssertionResult>empty()
                : dialogue.turns().stream().flatMap(turn -> turn.assertions().stream());
        return Stream.concat(turns, assertions.stream()).filter(assertion -> !assertion.passed());
    }

    /** Returns this result for a case that passed only on a retry. */
    public CaseResult flaky() {
        return with(new Verdict(Status.FLAKY, verdict.cause(), verdict.error(), verdict.skipReason()));
    }

    public CaseResult warning(String sentence) {
        var more = new ArrayList<>(warnings);
        more.add(sentence);
        return new CaseResult(identity, verdict, observed, assertions, dialogue, timing, spend, more, traceId, muted);
    }

    /** Returns this result muted: as if skipped, with the verdict that it would have. */
    public CaseResult muted(String owner, String why) {
        return new CaseResult(identity, new Verdict(Status.SKIPPED, Cause.MUTED, verdict.error(), why), observed,
                assertions, dialogue, timing, spend, warnings, traceId,
                new Muted(verdict.status(), verdict.cause(), owner, why));
    }
}
