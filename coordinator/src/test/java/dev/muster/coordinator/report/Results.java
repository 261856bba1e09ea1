package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Source;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** Builds results for tests from a verdict. */
public record Results(Status status, Cause cause, String id, @Nullable String name, long durationMs, int messages,
        @Nullable String error, @Nullable String skipReason, @Nullable String response, List<ToolCall> calls,
        List<AssertionResult> assertions, List<String> warnings, List<StoredCase.Earlier> earlier) {

    private static final Instant STARTED = Instant.parse("2026-01-31T09:15:00.250Z");

    private static Results of(Status status, Cause cause, String id) {
        return new Results(status, cause, id, null, 1200, 1, null, null, null, List.of(), List.of(), List.of(),
                List.of());
    }

    /** Returns a run in one cell. */
    public static StartedRun started(String agent, List<String> inputs, int results, boolean turns) {
        return new StartedRun("20260131-0915-k3xq7m", agent, inputs, results, turns, Matrix.ONCE);
    }

    public static Results passed(String id) {
        return of(Status.PASSED, Cause.NONE, id);
    }

    public static Results failed(String id) {
        return of(Status.FAILED, Cause.ASSERTION, id);
    }

    public static Results failed(String id, Cause cause, String error) {
        return of(Status.FAILED, cause, id).error(error);
    }

    public static Results errors(String id, String error) {
        return of(Status.ERROR, Cause.INFRASTRUCTURE, id).error(error);
    }

    public static Results skipped(String id, String reason) {
        var result = of(Status.SKIPPED, Cause.SKIPPED, id);
        return new Results(result.status, result.cause, id, null, 0, 0, null, reason, null, List.of(), List.of(),
                List.of(), List.of());
    }

    public static Results cancelled(String id) {
        return of(Status.CANCELLED, Cause.CANCELLED, id);
    }

    private Results error(String text) {
        return new Results(status, cause, id, name, durationMs, messages, text, skipReason, response, calls, assertions,
                warnings, earlier);
    }

    public Results named(String newName) {
        return new Results(status, cause, id, newName, durationMs, messages, error, skipReason, response, calls,
                assertions, warnings, earlier);
    }

    public Results taking(long ms, int messageCount) {
        return new Results(status, cause, id, name, ms, messageCount, error, skipReason, response, calls, assertions,
                warnings, earlier);
    }

    public Results saying(String text) {
        return new Results(status, cause, id, name, durationMs, messages, error, skipReason, text, calls, assertions,
                warnings, earlier);
    }

    public Results calling(String tool, String arguments) {
        return new Results(status, cause, id, name, durationMs, messages, error, skipReason, response,
                plus(calls, new ToolCall("c1", tool, Json.MAPPER.readTree(arguments))), assertions, warnings, earlier);
    }

    public Results holding(Check check) {
        return with(new AssertionResult(Assertion.of(check), true, null));
    }

    public Results missing(Check check, String reason) {
        return with(new AssertionResult(Assertion.of(check), false, reason));
    }

    public Results with(AssertionResult assertion) {
        return new Results(status, cause, id, name, durationMs, messages, error, skipReason, response, calls,
                plus(assertions, assertion), warnings, earlier);
    }

    public Results warning(String text) {
        return new Results(status, cause, id, name, durationMs, messages, error, skipReason, response, calls,
                assertions,
                plus(warnings, text), earlier);
    }

    public Results after(StoredCase.Earlier attempt) {
        return new Results(status, cause, id, name, durationMs, messages, error, skipReason, response, calls,
                assertions,
                warnings, plus(earlier, attempt));
    }

    public static StoredCase.Earlier lost(int attempt) {
        return new StoredCase.Earlier(attempt, "worker_lost", "error", "worker_lost", "the worker was lost", "w-1",
                STARTED.minusSeconds(30), 20_000L, Spent.UNKNOWN);
    }

    /** Returns a result that passed on a retry. */
    public Results flaky() {
        return new Results(Status.FLAKY, cause, id, name, durationMs, messages, error, skipReason, response, calls,
                assertions, warnings, earlier);
    }

    public Results becauseOf(Cause why) {
        return new Results(status, why, id, name, durationMs, messages, error, skipReason, response, calls, assertions,
                warnings, earlier);
    }

    public StoredCase stored() {
        return stored(null);
    }

    public StoredCase stored(@Nullable Dialogue dialogue) {
        var result = TestResult.of("tests/expense.jsonl#" + id, id).name(name)
                .source(new Source("tests/expense.jsonl", 3)).agent("assistants.expense").status(status).cause(cause)
                .error(error).skipReason(skipReason).messagesCount(messages).response(response).toolCalls(calls)
                .assertions(assertions).usage(new Usage(120, 45)).durationMs(durationMs)
                .workingMs(durationMs - durationMs / 4).firstEventMs(80).startedAt(STARTED).warnings(warnings)
                .traceId("thread-" + id).dialogue(dialogue).make();
        return new StoredCase(new CaseRef("20260131-0915-k3xq7m", 0, 0, 0), 1, earlier.size() + 1, "w-2", result,
                earlier);
    }

    /** Returns the result in quarantine. */
    public static StoredCase muted(StoredCase stored, String owner, String reason) {
        return new StoredCase(stored.ref(), stored.seq(), stored.attempt(), stored.worker(),
                stored.result().muted(owner, reason), stored.earlier());
    }

    private static <T> List<T> plus(List<T> list, T more) {
        var longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }
}
