package dev.muster.common.result;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Flat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt at a case found; the last attempt's is the case's verdict.
 *
 * @param assertions all that were evaluated, in order
 * @param dialogue turns and checkpoints, with {@code assertions} the final ones; null in standard mode
 * @param warnings what was odd, a sentence each
 * @param traceId names the conversation at the agent (AG-UI threadId); null when no call was made
 * @param muted what the case would have come to; null when it is not in quarantine
 */
@JsonPropertyOrder({"key", "id", "name", "source", "labels", "agent", "connector", "status", "cause", "error",
    "skip_reason", "messages_count", "response", "tool_calls", "tool_results", "state", "assertions", "usage",
    "duration_ms", "working_ms", "first_event_ms", "started_at", "warnings", "trace_id", "dialogue", "judged", "helped",
    "muted"})
public record CaseResult(CaseIdentity identity, Verdict verdict, Observed observed, List<AssertionResult> assertions,
        @Nullable Dialogue dialogue, Timing timing, Spend spend, List<String> warnings, @Nullable String traceId,
        @Nullable Muted muted) {

    /**
     * How long the attempt took.
     *
     * @param durationMs from the start of the attempt to its end
     * @param workingMs the same less waiting for limits and between tries of the call
     * @param firstEventMs from sending the last call to the first byte of its answer; -1 when none came
     * @param startedAt by the worker's clock
     */
    @Flat
    public record Timing(long durationMs, long workingMs, long firstEventMs, Instant startedAt) {

        public Timing {
            Objects.requireNonNull(startedAt, "started_at");
        }

        /** Of what was never run. */
        public static Timing none(Instant at) {
            return new Timing(0, 0, -1, at);
        }
    }

    /**
     * What it took of tokens.
     *
     * @param usage of the target
     * @param helped null when nobody was asked
     */
    @Flat
    public record Spend(Usage usage, @Nullable Helped helped) {

        public static final Spend NOTHING = new Spend(Usage.NONE, null);

        public Spend {
            Objects.requireNonNull(usage, "usage");
        }
    }

    /** What every result has; one that lacks it can't be read. */
    public CaseResult {
        Objects.requireNonNull(verdict.status(), "status");
        Objects.requireNonNull(verdict.cause(), "cause");
        assertions = List.copyOf(assertions);
        warnings = List.copyOf(warnings);
    }

    /** Of a case that nobody was called for. */
    public static CaseResult unseen(CaseIdentity identity, Verdict verdict, Instant at) {
        return new CaseResult(identity, verdict, Observed.nothing(0), List.of(), null, Timing.none(at), Spend.NOTHING,
                List.of(), null, null);
    }

    /** The same that came to something else. */
    public CaseResult with(Verdict other) {
        return new CaseResult(identity, other, observed, assertions, dialogue, timing, spend, warnings, traceId, muted);
    }

    /** The same that took so many tokens. */
    public CaseResult with(Spend other) {
        return new CaseResult(identity, verdict, observed, assertions, dialogue, timing, other, warnings, traceId,
                muted);
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
        return with(new Verdict(Status.FLAKY, verdict.cause(), verdict.error(), verdict.skipReason()));
    }

    /** The same with one more oddity. */
    public CaseResult warning(String sentence) {
        var more = new ArrayList<>(warnings);
        more.add(sentence);
        return new CaseResult(identity, verdict, observed, assertions, dialogue, timing, spend, more, traceId, muted);
    }

    /** The same of a case that is muted: it is as if it were skipped, and says what would have come of it. */
    public CaseResult muted(String owner, String why) {
        return new CaseResult(identity, new Verdict(Status.SKIPPED, Cause.MUTED, verdict.error(), why), observed,
                assertions, dialogue, timing, spend, warnings, traceId,
                new Muted(verdict.status(), verdict.cause(), owner, why));
    }
}
