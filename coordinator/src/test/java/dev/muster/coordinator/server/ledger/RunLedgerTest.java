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
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RunLedger.Judgement;
import dev.muster.coordinator.store.EarlierAttempts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that only the assigned dispatch moves its case. */
final class RunLedgerTest {

    private static final CaseRef REF = new CaseRef("run", 0, 0, 0);
    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");
    private static final Dispatch FIRST = new Dispatch(1, 1);
    private static final Dispatch SECOND = new Dispatch(2, 1);

    private final RunLedger ledger = new RunLedger(1, 0, RetryRules.retries(0), testCase -> "");

    @BeforeEach
    void load() {
        ledger.load(List.of(Pending.after(EarlierAttempts.NONE, REF, testCase())));
    }

    @Test
    void theReportOfTheAssignedDispatchIsTheVerdict() {
        assign(FIRST);

        assertThat(ledger.judge(report(FIRST), NOW)).isInstanceOf(Judgement.Verdict.class);
        assertThat(ledger.done()).isTrue();
    }

    @Test
    void theReportOfAnEarlierDispatchIsSuperseded() {
        assign(FIRST);
        assertThat(ledger.handBack(REF, FIRST)).isTrue();
        assign(SECOND);

        assertThat(ledger.judge(report(FIRST), NOW)).isInstanceOf(Judgement.Superseded.class);

        assertThat(ledger.assignedCount()).isOne();
        assertThat(ledger.judge(report(SECOND), NOW)).isInstanceOf(Judgement.Verdict.class);
    }

    @Test
    void aSecondReportIsSuperseded() {
        assign(FIRST);
        assertThat(ledger.judge(report(FIRST), NOW)).isInstanceOf(Judgement.Verdict.class);

        assertThat(ledger.judge(report(FIRST), NOW)).isInstanceOf(Judgement.Superseded.class);
    }

    @Test
    void anEarlierDispatchGivesNothingBack() {
        assign(FIRST);
        assertThat(ledger.handBack(REF, FIRST)).isTrue();
        assign(SECOND);

        assertThat(ledger.handBack(REF, FIRST)).isFalse();
        assertThat(ledger.lose(REF, FIRST, Loss.WORKER)).isEmpty();

        assertThat(ledger.assigned(REF)).extracting(Assigned::dispatch).isEqualTo(SECOND);
    }

    @Test
    void whatIsGivenBackIsTheSameAttempt() {
        assign(FIRST);

        assertThat(ledger.handBack(REF, FIRST)).isTrue();

        assertThat(ledger.next(NOW, each -> true)).map(next -> next.progress().attempt()).contains(1);
    }

    private void assign(Dispatch dispatch) {
        ledger.assign(ledger.next(NOW, each -> true).orElseThrow(), "w", dispatch, NOW);
    }

    private static AttemptFinished report(Dispatch dispatch) {
        var result = TestResult.of("t.jsonl#a").response(null).firstEventMs(-1).make();
        return new AttemptFinished("f", 1, "w", "w", REF, dispatch, 1, result, false, null);
    }

    private static TestCase testCase() {
        return TestCase.of(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)), "agent",
                new Conversation.Standard(List.of(Message.user("Hi"))), List.of());
    }
}
