package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Source;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;

/** The results that reports are tested with: those of one small suite, as they are stored. */
public final class Results {

    private static final Instant STARTED = Instant.parse("2026-01-31T09:15:00.250Z");

    private Results() {}

    private static TestResult of(Status status, Cause cause, String id) {
        return TestResult.of("tests/expense.jsonl#" + id, id).source(new Source("tests/expense.jsonl", 3))
                .agent("assistants.expense").status(status).cause(cause).response(null).usage(new Usage(120, 45))
                .taking(1200, 1).firstEventMs(80).startedAt(STARTED).traceId("thread-" + id);
    }

    /** Returns a run in one cell. */
    public static StartedRun started(String agent, List<String> inputs, int results, boolean turns) {
        return new StartedRun("20260131-0915-k3xq7m", agent, inputs, results, turns, Matrix.ONCE, List.of(),
                About.NOTHING,
                Map.of());
    }

    public static TestResult passed(String id) {
        return of(Status.PASSED, Cause.NONE, id);
    }

    public static TestResult failed(String id) {
        return of(Status.FAILED, Cause.ASSERTION, id);
    }

    public static TestResult failed(String id, Cause cause, String error) {
        return of(Status.FAILED, cause, id).error(error);
    }

    public static TestResult errors(String id, String error) {
        return of(Status.ERROR, Cause.INFRASTRUCTURE, id).error(error);
    }

    public static TestResult skipped(String id, String reason) {
        return of(Status.SKIPPED, Cause.SKIPPED, id).taking(0, 0).skipReason(reason);
    }

    public static TestResult cancelled(String id) {
        return of(Status.CANCELLED, Cause.CANCELLED, id);
    }

    public static StoredCase.Earlier lost(int attempt) {
        return new StoredCase.Earlier(attempt, "worker_lost", "error", "worker_lost", "the worker was lost", "w-1",
                STARTED.minusSeconds(30), 20_000L, Spent.UNKNOWN);
    }

    public static StoredCase stored(TestResult result, StoredCase.Earlier... earlier) {
        return new StoredCase(new CaseRef("20260131-0915-k3xq7m", 0, 0, 0), 1, earlier.length + 1, "w-2",
                result.make(), List.of(earlier));
    }

    /** Returns the result in quarantine. */
    public static StoredCase muted(StoredCase stored, String owner, String reason) {
        return new StoredCase(stored.ref(), stored.seq(), stored.attempt(), stored.worker(),
                stored.result().muted(owner, reason), stored.earlier());
    }
}
