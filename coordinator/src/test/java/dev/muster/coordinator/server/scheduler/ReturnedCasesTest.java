package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import dev.muster.common.channel.Topic;
import dev.muster.common.json.Json;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.server.ledger.RetryRules;
import dev.muster.coordinator.server.scheduler.ReportedRecord.Tickets;
import dev.muster.coordinator.store.Settlement;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tests that a case ends whose orders or reports no process can read: each try may call the agent and cost money. */
final class ReturnedCasesTest {

    private static final String WORKER = "w.1";

    private static Desk working() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4).begun();
        desk.joined(WORKER, 1);
        desk.settleUp();
        return desk;
    }

    private static void pass(Desk desk) {
        var member = desk.workers.find(WORKER).orElseThrow();
        desk.scheduler.assignedTo(member).forEach(desk.scheduler::passedBy);
        desk.settleUp();
    }

    @Test
    void aCaseThatComesBackThreeTimesIsAnError() {
        var desk = working();
        for (int times = 1; times < RetryRules.MOST_RETURNS; times++) {
            pass(desk);
            assertThat(desk.assigned(WORKER)).containsExactly(Desk.ref(0));
            assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        }

        pass(desk);

        assertThat(desk.assigned(WORKER)).isEmpty();
        var verdict = desk.settled(Settlement.CaseVerdict.class).getFirst().result().verdict();
        assertThat(verdict.cause()).isEqualTo(Cause.INFRASTRUCTURE);
        assertThat(verdict.error()).contains("its order came back 3 times");
    }

    @Test
    void aReportThatCanNotBeReadEndsItsCaseAndItsCostCounts() {
        var desk = working();
        var dispatch = new Dispatch(Desk.EPOCH, 1);

        desk.scheduler.reported(unreadable(dispatch, new Tickets(new byte[32]).of(Desk.ref(0), dispatch, WORKER)));

        var settled = desk.settled(Settlement.CaseVerdict.class);
        assertThat(settled).hasSize(1);
        assertThat(settled.getFirst().result().verdict().cause()).isEqualTo(Cause.INFRASTRUCTURE);
        assertThat(settled.getFirst().result().verdict().error()).startsWith("the worker's report can't be read: ");
        assertThat(settled.getFirst().result().spend().usage().costUsd()).isEqualByComparingTo("0.25");
        assertThat(desk.settled(Settlement.Aside.class)).hasSize(1);
    }

    @Test
    void anAttemptWhoseWorkerStoodStillIsRepeatedThreeTimes() {
        var desk = working();
        for (int n = 1; n <= 4; n++) {
            assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
            var dispatch = desk.scheduler.assignedTo(desk.workers.find(WORKER).orElseThrow()).getFirst().dispatch();
            var report = ((ReportedRecord.Attempt) Desk.passed(WORKER, Desk.ref(0), dispatch)).report();
            var paused = new AttemptFinished(report.fleet(), report.epoch(), report.worker(), report.incarnation(),
                    report.ref(), dispatch, n, report.result().with(Verdict.error(Cause.WORKER_PAUSED, "stopped")),
                    true,
                    report.ticket());
            desk.scheduler.reported(new ReportedRecord.Attempt(
                    new Entry(Topic.RESULTS, 0, 0, Instant.EPOCH, "c",
                            Codec.REPORTS.seal(ReportBatch.of(List.of(paused)))),
                    paused));
            desk.settleUp();
        }

        assertThat(desk.settled(Settlement.CaseVerdict.class)).extracting(each -> each.result().verdict().cause())
                .containsExactly(Cause.WORKER_PAUSED);
    }

    @Test
    void aReportWithoutTheTicketOfItsOrderEndsNothing() {
        var desk = working();

        desk.scheduler.reported(unreadable(new Dispatch(Desk.EPOCH, 1), "0123456789abcdef0123456789abcdef"));

        assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        assertThat(desk.settled(Settlement.Aside.class)).hasSize(1);
        assertThat(desk.assigned(WORKER)).containsExactly(Desk.ref(0));
    }

    @Test
    void aReportWithoutASignatureEndsNothingWhateverTicketItHas() {
        var desk = working();
        var dispatch = new Dispatch(Desk.EPOCH, 1);
        var good = ((ReportedRecord.Attempt) Desk.passed(WORKER, Desk.ref(0), dispatch)).report();
        var ticket = new Tickets(new byte[32]).of(Desk.ref(0), dispatch, WORKER);
        var payload = new RefusedPayload("not signed", Desk.tampered(good, head -> head.put("ticket", ticket)));

        ReportedRecord.results(new Entry(Topic.RESULTS, 0, 0, Instant.EPOCH, "c", payload), new Tickets(new byte[32]))
                .forEach(desk.scheduler::reported);

        assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        assertThat(desk.settled(Settlement.Aside.class)).hasSize(1);
    }

    /** A report with a status of a later version. */
    private static ReportedRecord unreadable(Dispatch dispatch, String ticket) {
        var good = (ReportedRecord.Attempt) Desk.passed(WORKER, Desk.ref(0), dispatch);
        var bytes = Desk.tampered(good.report(), report -> {
            report.put("ticket", ticket);
            var head = (ObjectNode) report.get("head");
            head.put("status", "puzzled");
            head.putObject("usage").put("input", 3).put("output", 4).put("cost_usd",
                    new BigDecimal("0.25"));
        });
        return ReportedRecord.results(new Entry(Topic.RESULTS, 0, 0, Instant.EPOCH, "c", Payload.of(bytes)),
                new Tickets(new byte[32])).getFirst();
    }
}
