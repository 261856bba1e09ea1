package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Bye;
import dev.muster.common.message.WorkerMessage.Snapshot;
import dev.muster.coordinator.store.Settlement;
import org.junit.jupiter.api.Test;

/** Tests who joins, who still holds what, who leaves, and who has fallen silent: one short scenario each. */
final class MembershipTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aNewcomerIsGivenAnInboxOnceItIsKnownWhoHasOne() {
        var desk = new Desk(Desk.of(), 4);
        desk.says(Desk.hello("w.1", 2));
        assertThat(desk.workers.find("w.1")).isEmpty();

        desk.begun();

        assertThat(desk.workers.find("w.1")).get().extracting(Member::state, member -> member.inbox, Member::leasedFrom)
                .containsExactly(Member.State.ACTIVE, 0, 7L);
        assertThat(desk.said).contains("3/inbox/w.1");
        assertThat(desk.settled).containsExactly(new Settlement.Joined("w.1", "w", 1, 2));
    }

    @Test
    void whoSaysHelloAgainIsToldTheSameLease() {
        var desk = new Desk(Desk.of(), 4).begun();
        desk.joined("w.1", 2);

        desk.says(Desk.hello("w.1", 2));

        assertThat(desk.said).filteredOn("3/inbox/w.1"::equals).hasSize(2);
        assertThat(desk.workers.all()).hasSize(1);
        assertThat(desk.settled).hasSize(1);
    }

    @Test
    void whoReadsAnInboxThatIsNobodysIsRefused() {
        var desk = new Desk(Desk.of(), 4).begun();

        desk.says(Desk.answer("w.1", 2));

        assertThat(desk.said).contains("3/fenced/w.1");
        assertThat(desk.workers.all()).isEmpty();
    }

    @Test
    void aBeatOfNobodyIsRefusedButNotBeforeItIsKnownWhoIsAwaited() {
        var desk = new Desk(Desk.of(), 4);
        desk.says(beat("w.1", 0));
        assertThat(desk.said).isEmpty();
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0)));
        desk.says(beat("w.1", 0));
        assertThat(desk.said).doesNotContain("3/fenced/w.1");

        desk.says(beat("w.2", 0));

        assertThat(desk.said).contains("3/fenced/w.2").doesNotContain("3/fenced/w.1");
    }

    @Test
    void whoFindsAllInboxesTakenWaitsAndIsToldOnce() {
        var desk = new Desk(Desk.of(), 1).begun();
        desk.joined("w.1", 1);

        desk.says(Desk.hello("w.2", 1));
        desk.says(Desk.hello("w.2", 1));
        assertThat(desk.said).filteredOn(each -> each.contains("w.2")).hasSize(1);
        assertThat(desk.membership.waiting()).isOne();

        desk.says(new Bye("f", Desk.EPOCH, "w.2"));
        assertThat(desk.membership.waiting()).isZero();
    }

    @Test
    void aGoodbyeIsActedOnAfterTheResults() {
        var desk = working("w.1", 2);
        desk.says(new Bye("f", Desk.EPOCH, "w.1"));
        assertThat(desk.assigned("w.1")).hasSize(2);
        assertThat(desk.settled(Settlement.Left.class)).isEmpty();

        desk.readResults();

        assertThat(desk.settled(Settlement.Left.class)).containsExactly(new Settlement.Left("w.1"));
        assertThat(desk.settled(Settlement.Fence.class)).isEmpty();
        assertThat(desk.workers.find("w.1")).isEmpty();
        assertThat(desk.said).contains("3/inbox/w.1 taken back");
        desk.joined("w.2", 2);
        desk.settleUp();
        assertThat(desk.assigned("w.2")).containsExactlyInAnyOrder(Desk.ref(0), Desk.ref(1));
    }

    @Test
    void aReportThatCameBeforeTheGoodbyeCounts() {
        var desk = working("w.1", 1);
        desk.says(new Bye("f", Desk.EPOCH, "w.1"));
        desk.scheduler.reported(Desk.passed("w.1", Desk.ref(0), new Dispatch(Desk.EPOCH, 1)));

        desk.readResults();

        assertThat(desk.settled(Settlement.CaseVerdict.class)).extracting(Settlement.CaseVerdict::ref)
                .containsExactly(Desk.ref(0));
        desk.joined("w.2", 2);
        desk.settleUp();
        assertThat(desk.assigned("w.2")).doesNotContain(Desk.ref(0));
    }

    @Test
    void aGoodbyeDuringATakeOverWaitsForItsEnd() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.9", 3)));
        desk.joined("w.1", 1);
        desk.says(new Bye("f", Desk.EPOCH, "w.1"));
        desk.readResults();
        assertThat(desk.workers.find("w.1")).isPresent();

        desk.says(Desk.answer("w.9", 3));
        desk.readResults();
        desk.store();
        desk.readResults();

        assertThat(desk.workers.find("w.1")).isEmpty();
        assertThat(desk.settled(Settlement.Left.class)).containsExactly(new Settlement.Left("w.1"));
    }

    @Test
    void ofWhatIsSaidToAnEarlierLeaderOnlyTheGoodbyeOfWhoIsAwaitedCounts() {
        var desk = new Desk(Desk.of(), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0)));

        desk.says(new Snapshot("f", Desk.EPOCH - 1, "w.2", 1, 0, List.of(), false));
        desk.says(new Bye("f", Desk.EPOCH - 1, "w.2"));
        assertThat(desk.said).isEmpty();
        assertThat(desk.settled).isEmpty();

        desk.says(new Bye("f", Desk.EPOCH - 1, "w.1"));
        assertThat(desk.settled).containsExactly(new Settlement.Left("w.1"));
        assertThat(desk.takeOver.over()).isTrue();
    }

    @Test
    void whoIsSilentForALeaseIsGivenUpAfterAllThatItMayHaveSaid() {
        var desk = working("w.1", 2);
        desk.passes(Desk.LEASE);
        desk.membership.lookForSilence();
        assertThat(desk.workersEnds).isEmpty();

        desk.passes(SECOND);
        desk.membership.lookForSilence();
        desk.membership.lookForSilence();
        assertThat(desk.workersEnds).hasSize(1);
        assertThat(desk.settled(Settlement.Fence.class)).isEmpty();
        desk.readWorkers();
        assertThat(desk.settled(Settlement.Fence.class)).isEmpty();
        desk.readResults();

        assertThat(desk.settled(Settlement.Fence.class)).singleElement()
                .satisfies(fence -> assertThat(fence.lost()).hasSize(2));
        assertThat(desk.said).doesNotContain("3/fenced/w.1");
        assertThat(desk.assigned("w.1")).hasSize(2);
        desk.store();
        assertThat(desk.said).contains("3/fenced/w.1", "3/inbox/w.1 taken back");
        assertThat(desk.workers.find("w.1")).isEmpty();
    }

    @Test
    void aRunSaysThatTheCasesOfALostWorkerRunAlone() {
        var desk = working("w.1", 6);
        assertThat(why(desk)).isEmpty();
        desk.passes(Desk.LEASE.plus(SECOND));
        desk.membership.lookForSilence();
        desk.readWorkers();
        desk.readResults();
        desk.store();

        desk.joined("w.2", 6);
        desk.settleUp();

        assertThat(desk.assigned("w.2")).hasSize(4);
        assertThat(why(desk)).hasValueSatisfying(why -> assertThat(why).contains("cases of a lost worker run again"));
    }

    private static Optional<String> why(Desk desk) {
        return new Workers.StallReason(desk.scheduler.find("run").orElseThrow(), desk.workers, 0, true).why();
    }

    @Test
    void whoIsHeardInTheMeantimeStays() {
        var desk = working("w.1", 1);
        desk.passes(Desk.LEASE.plus(SECOND));
        desk.membership.lookForSilence();

        desk.says(beat("w.1", 0, new Dispatch(Desk.EPOCH, 1)));
        desk.readWorkers();
        desk.readResults();

        assertThat(desk.settled(Settlement.Fence.class)).isEmpty();
        assertThat(desk.assigned("w.1")).containsExactly(Desk.ref(0));
    }

    @Test
    void whoWasGivenUpIsNotHeardAnyMore() {
        var desk = working("w.1", 1);
        desk.passes(Desk.LEASE.plus(SECOND));
        desk.membership.lookForSilence();
        desk.readWorkers();
        desk.readResults();

        desk.says(new Bye("f", Desk.EPOCH, "w.1"));
        desk.scheduler.reported(Desk.passed("w.1", Desk.ref(0), new Dispatch(Desk.EPOCH, 1)));
        desk.readResults();
        desk.store();

        assertThat(desk.settled(Settlement.Left.class)).isEmpty();
        assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        assertThat(desk.settled(Settlement.Stray.class)).hasSize(1);
    }

    @Test
    void anOrderThatIsPassedAndNotHeldGoesRoundAfterTheResults() {
        var desk = working("w.1", 2);
        var held = desk.workers.find("w.1").orElseThrow().assigned().keySet().iterator().next();

        desk.says(beat(1, "w.1", Long.MAX_VALUE, held));
        desk.readResults();
        assertThat(desk.assigned("w.1")).as("most of what one snapshot lacks is on its way as a report").hasSize(2);
        desk.says(beat(2, "w.1", Long.MAX_VALUE, held));
        assertThat(desk.assigned("w.1")).hasSize(2);
        desk.readResults();

        assertThat(desk.assigned("w.1")).hasSize(1);
        assertThat(desk.settled(Settlement.Attempt.class)).isEmpty();
    }

    @Test
    void anOrderThatIsNotPassedYetIsNotMissed() {
        var desk = working("w.1", 2);

        desk.says(beat("w.1", 0));

        assertThat(desk.resultsEnds).isEmpty();
        assertThat(desk.assigned("w.1")).hasSize(2);
    }

    @Test
    void whoDrainsIsGivenNothingMore() {
        var desk = new Desk(Desk.of(Desk.openRun(2)), 4).begun();
        desk.joined("w.1", 2);

        desk.says(new Snapshot("f", Desk.EPOCH, "w.1", 1, 0, List.of(), true));
        desk.settleUp();

        assertThat(desk.assigned("w.1")).isEmpty();
    }

    /** Returns a fleet of one worker that was just given all cases of a run. */
    private static Desk working(String incarnation, int cases) {
        var desk = new Desk(Desk.of(Desk.openRun(cases)), 4).begun();
        desk.joined(incarnation, cases);
        desk.settleUp();
        assertThat(desk.assigned(incarnation)).hasSize(cases);
        return desk;
    }

    private static Snapshot beat(String incarnation, long position, Dispatch... held) {
        return beat(1, incarnation, position, held);
    }

    private static Snapshot beat(long seq, String incarnation, long position, Dispatch... held) {
        return new Snapshot("f", Desk.EPOCH, incarnation, seq, position, List.of(held), false);
    }
}
