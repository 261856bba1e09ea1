package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Status;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.Settlement;
import org.junit.jupiter.api.Test;

/** Tests the state of each case of an earlier leader: one short scenario each. */
final class TakeOverTest {

    @Test
    void whoInheritsNothingIsReadyAtOnce() {
        var desk = new Desk(Inheritance.NOTHING, 4);
        assertThat(desk.takeOver.begun()).isFalse();

        desk.takeOver.begin(Desk.earlier());

        assertThat(desk.takeOver.over()).isTrue();
        assertThat(desk.said).containsExactly("2/leadership taken back");
        assertThat(desk.settled).isEmpty();
        assertThat(desk.resultsEnds).isEmpty();
    }

    @Test
    void aRunWithoutWorkersIsReadOnceMoreAndStored() {
        var desk = new Desk(Desk.of(Desk.openRun(2)), 4);
        desk.takeOver.begin(Desk.earlier());
        assertThat(desk.takeOver.judges()).isFalse();
        desk.readResults();
        assertThat(desk.takeOver.judges()).isTrue();
        assertThat(desk.takeOver.over()).isFalse();

        desk.store();

        assertThat(desk.takeOver.over()).isTrue();
        desk.joined("w.1", 4);
        desk.settleUp();
        assertThat(desk.assigned("w.1")).containsExactlyInAnyOrder(Desk.ref(0), Desk.ref(1));
    }

    @Test
    void whatIsDoneLaterIsDoneAtTheEnd() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4);
        var done = new ArrayList<String>();
        desk.takeOver.whenBegun(() -> done.add("begun"));
        desk.takeOver.whenOver(() -> done.add("over"));

        desk.takeOver.begin(Desk.earlier());
        assertThat(done).containsExactly("begun");
        desk.readResults();
        desk.store();
        assertThat(done).containsExactly("begun", "over");
    }

    @Test
    void whoWasGivenUpOrLeftIsNotAwaited() {
        var desk = new Desk(new Inheritance(List.of(), Map.of(), null, Set.of("w.1"), Set.of("w.2"), Map.of()), 4);

        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0), Desk.lease("w.2", 1)));

        assertThat(desk.takeOver.awaits("w.1")).isFalse();
        assertThat(desk.takeOver.awaits("w.2")).isFalse();
        assertThat(desk.takeOver.over()).isTrue();
    }

    @Test
    void anInboxOfWhoIsAwaitedIsNotGivenAway() {
        var desk = new Desk(Desk.of(), 2);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0)));

        assertThat(desk.joined("w.2", 1).inbox).isOne();
    }

    @Test
    void whatIsHeldStaysWhereItIs() {
        var desk = new Desk(Desk.of(Desk.openRun(2)), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 2)));
        assertThat(desk.resultsEnds).isEmpty();

        desk.says(Desk.answer("w.1", 2, Desk.order(1, 8)));
        assertThat(desk.takeOver.awaits("w.1")).isFalse();
        desk.readResults();
        desk.store();

        var member = desk.workers.find("w.1").orElseThrow();
        assertThat(member.inbox).isEqualTo(2);
        assertThat(member.leasedFrom()).isEqualTo(5);
        assertThat(member.assigned()).isEqualTo(Map.of(new Dispatch(2, 8), Desk.ref(1)));
        desk.settleUp();
        assertThat(member.assigned()).hasSize(2).containsEntry(new Dispatch(2, 8), Desk.ref(1))
                .containsEntry(new Dispatch(3, 1), Desk.ref(0));
    }

    @Test
    void whoHasNoInboxAnyMoreJoinsAnew() {
        var desk = new Desk(Desk.of(), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 2)));

        desk.says(Desk.answer("w.1", null));
        assertThat(desk.workers.find("w.1")).isEmpty();
        assertThat(desk.takeOver.over()).isTrue();
        desk.says(Desk.answer("w.1", null));

        assertThat(desk.workers.find("w.1")).get().extracting(member -> member.inbox).isEqualTo(0);
    }

    @Test
    void reportsAreKeptUntilTheyAreJudgedAndWhereTheyEndedIsStoredBehindThem() {
        var desk = new Desk(Desk.of(Desk.openRun(2)), 4);
        var reported = Desk.passed("w.1", Desk.ref(0), new Dispatch(2, 4));
        desk.takeOver.keep(List.of(reported), Map.of(0, 9L));
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0)));
        desk.says(Desk.answer("w.1", 0));
        assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        assertThat(desk.settled(Settlement.ReadTo.class)).isEmpty();

        desk.readResults();

        assertThat(desk.settled).last().isEqualTo(new Settlement.ReadTo(Map.of(0, 9L)));
        assertThat(desk.settled(Settlement.CaseVerdict.class)).extracting(Settlement.CaseVerdict::ref)
                .containsExactly(Desk.ref(0));
        desk.store();
        desk.settleUp();
        assertThat(desk.assigned("w.1")).containsExactly(Desk.ref(1));
    }

    @Test
    void ofTwoReportsOfACaseTheNewerCounts() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4);
        desk.takeOver.begin(Desk.earlier());
        desk.takeOver.keep(List.of(Desk.passed("w.2", Desk.ref(0), new Dispatch(2, 5)),
                Desk.passed("w.1", Desk.ref(0), new Dispatch(2, 4))), Map.of(0, 2L));

        desk.readResults();

        assertThat(desk.settled(Settlement.CaseVerdict.class)).extracting(Settlement.CaseVerdict::dispatch)
                .containsExactly(new Dispatch(2, 5));
        assertThat(desk.settled(Settlement.Attempt.class)).extracting(Settlement.Attempt::dispatch)
                .containsExactly(new Dispatch(2, 4));
    }

    @Test
    void aPassWithoutItsAssertionsIsAnErrorAlsoForTheNextLeader() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4)
                .checking(Assertion.of(new TextCheck.Contains(List.of("y"), false)));
        desk.takeOver.begin(Desk.earlier());
        desk.takeOver.keep(List.of(Desk.passed("w.1", Desk.ref(0), new Dispatch(2, 4))), Map.of(0, 1L));

        desk.readResults();

        assertThat(desk.settled(Settlement.CaseVerdict.class)).singleElement()
                .satisfies(each -> assertThat(each.result().verdict().status()).isEqualTo(Status.ERROR));
        assertThat(desk.settled(Settlement.Suspicious.class)).hasSize(1);
    }

    @Test
    void aReportOfAWorkerThatWasGivenUpBeforeIsNoVerdict() {
        var desk = new Desk(
                new Inheritance(List.of(Desk.openRun(1)), Map.of(), null, Set.of("w.1"), Set.of(), Map.of()), 4);
        desk.takeOver.begin(Desk.earlier());
        desk.takeOver.keep(List.of(Desk.passed("w.1", Desk.ref(0), new Dispatch(2, 4))), Map.of(0, 1L));

        desk.readResults();

        assertThat(desk.settled(Settlement.CaseVerdict.class)).isEmpty();
        assertThat(desk.settled(Settlement.Attempt.class)).hasSize(1);
    }

    @Test
    void aReportOfARunThatIsNotKnownIsSetAsideAtOnce() {
        var desk = new Desk(Desk.of(), 4);

        desk.takeOver.keep(List.of(Desk.passed("w.1", Desk.ref(0), new Dispatch(2, 4))), Map.of(0, 1L));

        assertThat(desk.settled(Settlement.Stray.class)).hasSize(1);
    }

    @Test
    void whoDoesNotAnswerForALeaseIsGivenUpAfterItsInboxAndAllResultsWereRead() {
        var desk = new Desk(Desk.of(Desk.openRun(2)), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 1)));
        desk.membership.lookForSilence();
        desk.passes(Desk.LEASE);
        desk.membership.lookForSilence();
        assertThat(desk.deadInboxes).isEmpty();
        desk.passes(Duration.ofSeconds(1));
        desk.membership.lookForSilence();
        assertThat(desk.resultsEnds).isEmpty();

        Objects.requireNonNull(desk.deadInboxes.get("w.1")).accept(List.of(Desk.order(0, 3), Desk.order(1, 4)));
        desk.takeOver.keep(List.of(Desk.passed("w.1", Desk.ref(1), new Dispatch(2, 4))), Map.of(0, 1L));
        desk.readResults();

        assertThat(desk.settled).hasExactlyElementsOfTypes(Settlement.CaseVerdict.class, Settlement.ReadTo.class,
                Settlement.Fence.class);
        assertThat(desk.settled(Settlement.Fence.class).getFirst().lost()).extracting(Settlement.Attempt::ref)
                .containsExactly(Desk.ref(0));
        desk.workers.reserve("w.8", 0);
        assertThat(desk.joined("w.2", 1).inbox).isEqualTo(2);
        assertThat(desk.said).doesNotContain("3/fenced/w.1");
        desk.store();
        assertThat(desk.said).contains("3/fenced/w.1");
        assertThat(desk.joined("w.3", 1).inbox).isOne();
        assertThat(desk.takeOver.over()).isTrue();
    }

    @Test
    void whoAnswersAfterItWasGivenUpIsToldOnlyOnceThatIsStored() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 1)));
        desk.membership.lookForSilence();
        desk.passes(Desk.LEASE.plusSeconds(1));
        desk.membership.lookForSilence();

        desk.says(Desk.answer("w.1", 1, Desk.order(0, 3)));
        assertThat(desk.said).doesNotContain("3/fenced/w.1");
        Objects.requireNonNull(desk.deadInboxes.get("w.1")).accept(List.of(Desk.order(0, 3)));
        desk.readResults();
        desk.says(Desk.answer("w.1", 1, Desk.order(0, 3)));
        assertThat(desk.said).doesNotContain("3/fenced/w.1");

        desk.store();
        assertThat(desk.said).contains("3/fenced/w.1");
    }

    @Test
    void withoutRunsWhoDoesNotAnswerIsFencedAndNothingIsRead() {
        var desk = new Desk(Desk.of(), 4);
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 1)));
        desk.membership.lookForSilence();
        desk.passes(Desk.LEASE.plusSeconds(1));
        desk.membership.lookForSilence();

        assertThat(desk.deadInboxes).isEmpty();
        assertThat(desk.takeOver.over()).isTrue();
        assertThat(desk.settled).containsExactly(new Settlement.Fence("w.1", List.of()));
    }

    @Test
    void aPageThatCannotBeReadIsAskedForAgain() {
        var desk = new Desk(Desk.of(Desk.openRun(1)), 4);
        desk.failingPages = 2;
        desk.takeOver.begin(Desk.earlier(Desk.lease("w.1", 0)));
        desk.says(Desk.answer("w.1", 0, Desk.order(0, 8)));

        desk.readResults();
        desk.store();

        assertThat(desk.takeOver.over()).isTrue();
        assertThat(desk.assigned("w.1")).containsExactly(Desk.ref(0));
    }
}
