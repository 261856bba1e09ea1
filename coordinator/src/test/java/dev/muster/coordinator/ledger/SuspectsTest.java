package dev.muster.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.agent.Usage;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Limits;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Options;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.ledger.CaseState.Assigned;
import dev.muster.coordinator.ledger.CaseState.Finished;
import dev.muster.coordinator.ledger.CaseState.Pending;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From when on a case is suspected of taking its workers along, and what becomes of it then. */
class SuspectsTest {

    private static final CaseRef REF = new CaseRef("run", 0, 0, 0);
    private static final Instant LATER = Instant.parse("2026-01-31T10:00:00Z");

    private final RunLedger ledger = new RunLedger(1, RoundAgain.retries(0));
    private int dispatches;

    @BeforeEach
    void load() {
        ledger.load(List.of(Pending.fresh(REF, testCase())));
    }

    @Test
    void twoLossesMakeASuspect() {
        lose(Loss.WORKER);
        assertThat(pending().course().suspect()).isFalse();

        lose(Loss.OVERDUE);

        assertThat(pending().course().suspect()).isTrue();
        assertThat(pending().course().attempt()).isEqualTo(3);
        assertThat(pending().course().overdue()).isEqualTo(1);
    }

    @Test
    void aWorkerThatWasEndingAnywayBlamesNobody() {
        for (int n = 0; n < 10; n++) {
            lose(Loss.DRAINING);
        }

        assertThat(pending().course().suspect()).isFalse();
        assertThat(pending().course().losses()).isZero();
        assertThat(pending().course().attempt()).isEqualTo(11);
    }

    @Test
    void aRackThatFallsSilentBlamesNobody() {
        for (int n = 0; n < 10; n++) {
            lose(Loss.TOGETHER);
        }

        assertThat(pending().course().suspect()).isFalse();
        assertThat(pending().course().losses()).isZero();
        assertThat(pending().course().attempt()).isEqualTo(11);
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
        return ledger.next(LATER).orElseThrow();
    }

    private Assigned assign() {
        return ledger.assign(pending(), "w", new Dispatch(1, ++dispatches), LATER);
    }

    private CaseState lose(Loss how) {
        return ledger.lose(REF, assign().dispatch(), how).orElseThrow();
    }

    private Judgement report(boolean again) {
        var assigned = assign();
        var result = new CaseResult("t.jsonl#a", "a", null, new Source("t.jsonl", 1), Map.of(), "agent", null,
                Status.ERROR, Cause.WORKER_LOST, "as it is", null, 1, null, List.of(), List.of(), null, List.of(),
                Usage.NONE, 1, 1, -1, Instant.EPOCH, List.of(), null, null);
        return ledger.judge(new AttemptFinished("f", 1, "w", "w", REF, assigned.dispatch(),
                assigned.course().attempt(), result, again), LATER);
    }

    private static TestCase testCase() {
        return new TestCase("t.jsonl#a", "a", null, "agent", Options.NONE, Map.of(), new Source("t.jsonl", 1),
                new Conversation.Standard(List.of(Message.user("Hi"))), List.of(), Limits.NONE, Setup.NONE, null);
    }
}
