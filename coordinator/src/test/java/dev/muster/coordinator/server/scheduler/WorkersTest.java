package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.run.WorkerNeeds;
import org.junit.jupiter.api.Test;

final class WorkersTest {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final WorkerNeeds NOTHING = new WorkerNeeds(Set.of(), Set.of());
    private static final WorkerNeeds KEY = new WorkerNeeds(Set.of("KEY"), Set.of());

    private final Workers roster = new Workers(3);

    @Test
    void eachMemberHasAnInboxOfItsOwn() {
        assertThat(join("a", 1).inbox()).isZero();
        assertThat(join("b", 1).inbox()).isOne();
        assertThat(join("c", 1).inbox()).isEqualTo(2);

        assertThat(roster.join(hello("d", 1), Duration.ZERO)).isEmpty();
    }

    @Test
    void theInboxOfWhoLeftIsFreeAgain() {
        join("a", 1);
        var second = join("b", 1);
        join("c", 1);

        roster.remove(second);

        assertThat(join("d", 1).inbox()).isOne();
        assertThat(roster.find("b")).isEmpty();
    }

    @Test
    void aReservedInboxIsNobodysUntilItIsReleased() {
        roster.reserve("earlier", 0);
        roster.reserve("earliest", 0);

        assertThat(join("a", 1).inbox()).isOne();
        roster.release("earlier");
        assertThat(join("b", 1).inbox()).isEqualTo(2);
        roster.release("earliest");
        assertThat(join("c", 1).inbox()).isZero();
    }

    @Test
    void onlyAnActiveMemberIsGivenCases() {
        var member = join("a", 2);
        assertThat(roster.freest(NOTHING)).isEmpty();

        member.become(Member.State.ACTIVE);
        assertThat(roster.freest(NOTHING)).contains(member);

        member.become(Member.State.DRAINING);
        assertThat(roster.freest(NOTHING)).isEmpty();
    }

    @Test
    void theOneWithMostFreeSlotsComesFirst() {
        var small = active("a", 1);
        var large = active("b", 3);
        assertThat(roster.freest(NOTHING)).contains(large);

        take(large, 1);
        take(large, 2);
        assertThat(roster.freest(NOTHING)).contains(small);

        take(small, 3);
        take(large, 4);
        assertThat(roster.freest(NOTHING)).isEmpty();

        small.giveBack(new Dispatch(1, 3));
        assertThat(roster.freest(NOTHING)).contains(small);
    }

    @Test
    void whatACaseNeedsIsHadByWhoIsGivenIt() {
        active("a", 5);
        assertThat(roster.unmet(KEY)).isPresent();

        var able = roster.adopt(new Hello("f", 1, "b", "b.1", 1, 1, Set.of("KEY"), Set.of()), 1, Duration.ZERO);
        able.become(Member.State.ACTIVE);

        assertThat(roster.unmet(KEY)).isEmpty();
        assertThat(roster.freest(KEY)).contains(able);
    }

    @Test
    void aFleetWithoutWorkersLacksNothing() {
        assertThat(roster.unmet(KEY)).isEmpty();
    }

    @Test
    void whoIsSilentForLongerThanTheLeaseIsFoundOnce() {
        var silent = active("a", 1);
        var heard = active("b", 1);
        heard.seenAt(Duration.ofSeconds(5));

        assertThat(roster.silentLonger(LEASE, Duration.ofSeconds(10))).isEmpty();
        assertThat(roster.silentLonger(LEASE, Duration.ofSeconds(11))).containsExactly(silent);

        silent.become(Member.State.GONE);
        assertThat(roster.silentLonger(LEASE, Duration.ofSeconds(11))).isEmpty();
    }

    @Test
    void slotsOfThoseWhoDrainAreNotCounted() {
        active("a", 3);
        active("b", 4).become(Member.State.DRAINING);

        assertThat(roster.slots()).isEqualTo(3);
    }

    private Member active(String worker, int slots) {
        var member = join(worker, slots);
        member.become(Member.State.ACTIVE);
        return member;
    }

    private Member join(String worker, int slots) {
        return roster.join(hello(worker, slots), Duration.ZERO).orElseThrow();
    }

    private static void take(Member member, int n) {
        member.take(new Dispatch(1, n), new CaseRef("run", n, 0, 0));
    }

    private static Hello hello(String worker, int slots) {
        return new Hello("f", 1, worker, worker, 1, slots, Set.of(), Set.of());
    }
}
