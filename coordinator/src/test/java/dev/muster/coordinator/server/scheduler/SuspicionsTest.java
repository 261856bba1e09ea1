package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Bye;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.message.WorkerMessage.Snapshot;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.store.Settlement;
import org.junit.jupiter.api.Test;

/** Tests that what can only be a forgery or a bug is said, and that a usual fleet gives no cause for it. */
final class SuspicionsTest {

    private static final String WORKER = "w.1";
    private static final Dispatch ORDER = new Dispatch(Desk.EPOCH, 1);

    private static Desk working() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4).begun();
        desk.joined(WORKER, 1);
        desk.settleUp();
        return desk;
    }

    private static Snapshot beat(long epoch) {
        return new Snapshot("f", epoch, WORKER, 1, 0, List.of(), false, List.of(), List.of(), List.of());
    }

    private static List<String> suspicions(Desk desk) {
        return desk.settled(Settlement.Suspicious.class).stream().map(Settlement.Suspicious::what).toList();
    }

    private static AttemptFinished report(TestResult result) {
        return new AttemptFinished("f", Desk.EPOCH, "w", WORKER, Desk.ref(0), ORDER, 1, result.make(), false, null);
    }

    private static ReportedRecord reported(AttemptFinished report) {
        return new ReportedRecord.Attempt(new Entry(Topic.RESULTS, 0, 0, Instant.EPOCH, "c", null), report);
    }

    @Test
    void aWorkerThatWorksAndLeavesGivesNoCause() {
        var desk = working();
        desk.says(beat(Desk.EPOCH));
        desk.scheduler.reported(Desk.passed(WORKER, Desk.ref(0), ORDER));
        desk.scheduler.reported(Desk.passed(WORKER, Desk.ref(0), ORDER));
        desk.says(new Bye("f", Desk.EPOCH, WORKER));
        desk.readResults();

        assertThat(suspicions(desk)).isEmpty();
    }

    @Test
    void aSignOfLifeAfterAGoodbyeIsSaid() {
        var desk = working();
        desk.says(new Bye("f", Desk.EPOCH, WORKER));
        desk.readResults();
        desk.says(beat(Desk.EPOCH));
        desk.says(beat(Desk.EPOCH));

        assertThat(suspicions(desk)).containsExactly("it still runs after its goodbye; someone else may have sent it");
    }

    @Test
    void twoDifferentReportsForOneOrderAreSaid() {
        var desk = working();
        var result = TestResult.of("s.jsonl#0", "c0").agent("mock").response("");
        desk.scheduler.reported(reported(report(result.status(Status.PASSED))));
        desk.scheduler.reported(reported(report(result.status(Status.FAILED).cause(Cause.ASSERTION))));

        assertThat(suspicions(desk)).singleElement().asString().startsWith("two different reports of case ");
    }

    @Test
    void aFloodOfUnreadableRecordsIsSaidOnce() {
        var desk = working();
        for (int n = 0; n < 99; n++) {
            desk.scheduler.reported(unreadable());
        }
        assertThat(suspicions(desk)).isEmpty();
        for (int n = 0; n < 1_000; n++) {
            desk.scheduler.reported(unreadable());
        }

        assertThat(suspicions(desk)).containsExactly(
                "100 records within a minute that can't be read; the table set_aside has them");
    }

    @Test
    void aPassWithoutItsAssertionsIsAnErrorAndIsSaid() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4)
                .checking(Assertion.of(new TextCheck.Contains(List.of("y"), false)))
                .begun();
        desk.joined(WORKER, 1);
        desk.settleUp();

        desk.scheduler.reported(Desk.passed(WORKER, Desk.ref(0), ORDER));

        assertThat(suspicions(desk)).singleElement().asString().endsWith("with 0 of the 1 assertions of its case");
        var verdict = desk.settled(Settlement.CaseVerdict.class).getFirst().result().verdict();
        assertThat(verdict.status()).isEqualTo(Status.ERROR);
        assertThat(desk.settled(Settlement.Aside.class)).hasSize(1);
    }

    @Test
    void aWorkerThatAsksForMoreThanAWorkerHasGetsNothing() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4).begun();
        desk.membership.heard(List.of(new ReportedRecord.Said(new Entry(Topic.WORKERS, 0, 0, Instant.EPOCH, "c", null),
                new Hello("f", Desk.EPOCH, "w", WORKER, 1, 2_000_000, Set.of(), Set.of()))), Map.of());
        desk.settleUp();

        assertThat(suspicions(desk)).containsExactly(
                "it asks for 2000000 cases at once; a worker has 1 to 10000 slots");
        assertThat(desk.settled(Settlement.Aside.class)).hasSize(1);
        assertThat(desk.settled(Settlement.Joined.class)).isEmpty();
    }

    private static ReportedRecord unreadable() {
        return new ReportedRecord.Unreadable(new Entry(Topic.RESULTS, 0, 0, Instant.EPOCH, "c", null), "garbage");
    }

    @Test
    void aPassHasAResultForEachAssertion() {
        var wanted = Assertion.of(new TextCheck.Contains(List.of("yes"), false));
        var of = TestCase.of(new TestCase.Identity("s.jsonl#0", "c0", null, Map.of(), new Source("s.jsonl", 1)), "mock",
                new Conversation.Standard(List.of(Message.user("hello"))), List.of(wanted, wanted));
        var one = TestResult.of("s.jsonl#0", "c0").agent("mock").response("yes")
                .assertions(List.of(new AssertionResult(wanted, true, null, null)));

        assertThat(lacking(of, one.status(Status.PASSED).make()))
                .contains("1 of the 2 assertions of its case");
        assertThat(lacking(of, one.status(Status.FAILED).cause(Cause.ASSERTION).make())).isEmpty();
        assertThat(lacking(of, one.status(Status.PASSED).cause(Cause.NONE).assertions(
                Collections.nCopies(2, new AssertionResult(wanted, true, null, null))).make())).isEmpty();
    }

    private static Optional<String> lacking(TestCase of, CaseResult result) {
        return FullPass.lacking(of, ReportedResult.of(result));
    }
}
