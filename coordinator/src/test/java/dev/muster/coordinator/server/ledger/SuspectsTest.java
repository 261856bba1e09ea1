package dev.muster.coordinator.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Finished;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RunLedger.Judgement;
import dev.muster.coordinator.store.EarlierAttempts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a case is suspected of bringing workers down, and what happens to it then. */
class SuspectsTest {

    private static final CaseRef REF = new CaseRef("run", 0, 0, 0);
    private static final Instant LATER = Instant.parse("2026-01-31T10:00:00Z");

    private final RunLedger ledger = new RunLedger(1, 0, RetryRules.retries(0), testCase -> "");
    private int dispatches;

    @BeforeEach
    void load() {
        ledger.load(List.of(Pending.after(EarlierAttempts.NONE, REF, testCase())));
    }

    @Test
    void aLostWorkerMakesASuspect() {
        lose(Loss.WORKER);

        assertThat(pending().progress().suspect()).isTrue();
        assertThat(pending().progress().attempt()).isEqualTo(2);
    }

    @Test
    void aLossThatVeryManySharedMakesASuspectOnlyTheSecondTime() {
        assertThat(Loss.of(64, false)).isEqualTo(Loss.WORKER);
        assertThat(Loss.of(65, false)).isEqualTo(Loss.CROWD);
        assertThat(Loss.of(1, true)).isEqualTo(Loss.TOGETHER);
        lose(Loss.CROWD);
        assertThat(pending().progress().suspect()).isFalse();

        lose(Loss.CROWD);

        assertThat(pending().progress().suspect()).isTrue();
    }

    @Test
    void twoAttemptsThatDidNotComeBackMakeASuspect() {
        lose(Loss.CROWD);
        assertThat(pending().progress().suspect()).isFalse();

        lose(Loss.OVERDUE);

        assertThat(pending().progress().suspect()).isTrue();
        assertThat(pending().progress().attempt()).isEqualTo(3);
        assertThat(pending().progress().overdue()).isEqualTo(1);
    }

    @Test
    void aWorkerThatWasEndingAnywayBlamesNobody() {
        for (int n = 0; n < 10; n++) {
            lose(Loss.DRAINING);
        }

        assertThat(pending().progress().suspect()).isFalse();
        assertThat(pending().progress().losses()).isZero();
        assertThat(pending().progress().attempt()).isEqualTo(11);
    }

    @Test
    void aRackThatFallsSilentBlamesNobody() {
        for (int n = 0; n < 10; n++) {
            lose(Loss.TOGETHER);
        }

        assertThat(pending().progress().suspect()).isFalse();
        assertThat(pending().progress().losses()).isZero();
        assertThat(pending().progress().attempt()).isEqualTo(11);
    }

    @Test
    void aSuspectThatTakesItsOwnProcessAlongHasItsResult() {
        lose(Loss.WORKER);
        lose(Loss.WORKER);

        var judged = report(false);

        assertThat(judged).isInstanceOf(Judgement.Verdict.class);
        assertThat(ledger.done()).isTrue();
    }

    @Test
    void aSuspectWhoseWorkerWasLostGoesRoundAgainUntilTheFifthLoss() {
        lose(Loss.WORKER);
        lose(Loss.WORKER);

        assertThat(report(true)).isInstanceOf(Judgement.GoesAgain.class);
        assertThat(lose(Loss.WORKER)).isInstanceOf(Pending.class);
        assertThat(lose(Loss.WORKER)).isInstanceOf(Finished.class);
        assertThat(ledger.done()).isTrue();
    }

    @Test
    void oneThatIsNoSuspectYetGoesRoundAgainWhateverItsReportSays() {
        assertThat(report(false)).isInstanceOf(Judgement.GoesAgain.class);
    }

    private Pending pending() {
        return ledger.next(LATER, each -> true).orElseThrow();
    }

    private Assigned assign() {
        return ledger.assign(pending(), "w", new Dispatch(1, ++dispatches), LATER);
    }

    private CaseState lose(Loss how) {
        return ledger.lose(REF, assign().dispatch(), how).orElseThrow();
    }

    private Judgement report(boolean again) {
        var assigned = assign();
        var result = TestResult.of("t.jsonl#a").status(Status.ERROR).cause(Cause.WORKER_LOST).error("as it is")
                .response(null).firstEventMs(-1).make();
        return ledger.judge(new AttemptFinished("f", 1, "w", "w", REF, assigned.dispatch(),
                assigned.progress().attempt(), result, again, null), LATER);
    }

    private static TestCase testCase() {
        return TestCase.of(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)), "agent",
                new Conversation.Standard(List.of(Message.user("Hi"))), List.of());
    }
}
