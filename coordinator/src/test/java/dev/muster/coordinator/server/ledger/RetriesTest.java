package dev.muster.coordinator.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.Options;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.store.EarlierAttempts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how often a case is retried: from its first message, and only for causes that are not the agent's. */
class RetriesTest {

    private static final CaseRef REF = new CaseRef("run", 0, 0, 0);
    private static final Instant LATER = Instant.parse("2026-01-31T10:00:00Z");

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"true, 2, -, 3", "true, 2, 1, 2", "true, 2, 0, 1", "true, 0, 3, 4",
        "true, 0, -, 1", "false, 2, 3, 1"})
    void aCaseGoesRoundAgainForCausesThatAreNotTheAgents(boolean again, int ofRun, @Nullable Integer ofCase,
            int attempts) {
        var ledger = new RunLedger(1, 0, RetryRules.retries(ofRun), testCase -> "");
        ledger.load(List.of(Pending.after(EarlierAttempts.NONE, REF, testCase(ofCase))));

        int tried = 0;
        for (var next = ledger.next(LATER, each -> true); next.isPresent(); next = ledger.next(LATER, each -> true)) {
            assertThat(next.get().progress().attempt()).isEqualTo(++tried);
            var dispatch = new Dispatch(1, tried);
            var _ = ledger.assign(next.get(), "w", dispatch, Instant.EPOCH);
            var _ = ledger.judge(report(dispatch, tried, again), Instant.EPOCH);
        }

        assertThat(tried).isEqualTo(attempts);
        assertThat(ledger.done()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, FAILED", "1, 2, FAILED", "3, 4, FAILED", "1, 2, PASSED", "3, 2, PASSED"})
    void aCaseThatFailedGoesRoundAgainAsOftenAsTheRunWants(int failedAgain, int attempts, Status last) {
        var ledger = new RunLedger(1, 0, RetryRules.retries(0).tryingFailed(failedAgain), testCase -> "");
        ledger.load(List.of(Pending.after(EarlierAttempts.NONE, REF, testCase(null))));

        int tried = 0;
        for (var next = ledger.next(Instant.EPOCH, each -> true); next
                .isPresent(); next = ledger.next(Instant.EPOCH, each -> true)) {
            assertThat(next.get().progress().failures()).isEqualTo(tried);
            var dispatch = new Dispatch(1, ++tried);
            var _ = ledger.assign(next.get(), "w", dispatch, Instant.EPOCH);
            var _ = ledger.judge(report(dispatch, tried, tried == attempts ? last : Status.FAILED), Instant.EPOCH);
        }

        assertThat(tried).isEqualTo(attempts);
        assertThat(ledger.done()).isTrue();
    }

    @Test
    void aCaseInWhichTheAgentFailedIsNeverTriedAgainWhateverAWorkerSays() {
        var progress = new Progress(REF, testCase(null), 1, 0, 0, 0, 0);

        assertThat(RetryRules.retries(2).mayGoAgain(progress, report(new Dispatch(1, 1), 1, true, Status.FAILED,
                Cause.ASSERTION))).isFalse();
        assertThat(RetryRules.retries(2).mayGoAgain(progress, report(new Dispatch(1, 1), 1, true, Status.FAILED,
                Cause.SIMULATOR_ERROR))).isTrue();
    }

    private static TestCase testCase(@Nullable Integer retries) {
        return new TestCase(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)), "agent",
                Options.NONE, new Conversation.Standard(List.of(Message.user("Hi"))), List.of(),
                new Limits(null, null, retries, null), Setup.NONE, null);
    }

    private static AttemptFinished report(Dispatch dispatch, int attempt, Status status) {
        return report(dispatch, attempt, false, status);
    }

    private static AttemptFinished report(Dispatch dispatch, int attempt, boolean again) {
        return report(dispatch, attempt, again, again ? Status.ERROR : Status.FAILED);
    }

    private static AttemptFinished report(Dispatch dispatch, int attempt, boolean again, Status status) {
        return report(dispatch, attempt, again, status, again ? Cause.INFRASTRUCTURE : Cause.AGENT_ERROR);
    }

    private static AttemptFinished report(Dispatch dispatch, int attempt, boolean again, Status status, Cause cause) {
        var result = TestResult.of("t.jsonl#a").status(status).cause(cause).error("as it is").response(null)
                .firstEventMs(-1).make();
        return new AttemptFinished("f", 1, "w", "w", REF, dispatch, attempt, result, again, null);
    }
}
