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

    private final Workers workers = new Workers(3);

    @Test
    void eachMemberHasAnInboxOfItsOwn() {
        assertThat(join("a", 1).inbox).isZero();
        assertThat(join("b", 1).inbox).isOne();
        assertThat(join("c", 1).inbox).isEqualTo(2);

        assertThat(workers.join(hello("d", 1), Duration.ZERO)).isEmpty();
    }

    @Test
    void theInboxOfWhoLeftIsFreeAgain() {
        join("a", 1);
        var second = join("b", 1);
        join("c", 1);

        workers.remove(second);

        assertThat(join("d", 1).inbox).isOne();
        assertThat(workers.find("b")).isEmpty();
    }

    @Test
    void aReservedInboxIsNobodysUntilItIsReleased() {
        workers.reserve("earlier", 0);
        workers.reserve("earliest", 0);

        assertThat(join("a", 1).inbox).isOne();
        workers.release("earlier");
        assertThat(join("b", 1).inbox).isEqualTo(2);
        workers.release("earliest");
        assertThat(join("c", 1).inbox).isZero();
    }

    @Test
    void onlyAnActiveMemberIsGivenCases() {
        var member = join("a", 2);
        assertThat(workers.freest(NOTHING)).isEmpty();

        member.become(Member.State.ACTIVE);
        assertThat(workers.freest(NOTHING)).contains(member);

        member.become(Member.State.DRAINING);
        assertThat(workers.freest(NOTHING)).isEmpty();
    }

    @Test
    void theOneWithMostFreeSlotsComesFirst() {
        var small = active("a", 1);
        var large = active("b", 3);
        assertThat(workers.freest(NOTHING)).contains(large);

        take(large, 1);
        take(large, 2);
        assertThat(workers.freest(NOTHING)).contains(small);

        take(small, 3);
        take(large, 4);
        assertThat(workers.freest(NOTHING)).isEmpty();

        small.giveBack(new Dispatch(1, 3));
        assertThat(workers.freest(NOTHING)).contains(small);
    }

    @Test
    void whatACaseNeedsIsHadByWhoIsGivenIt() {
        active("a", 5);
        assertThat(workers.unmet(KEY)).isPresent();

        var able = workers.adopt(new Hello("f", 1, "b", "b.1", 1, 1, Set.of("KEY"), Set.of()), 1, Duration.ZERO);
        able.become(Member.State.ACTIVE);

        assertThat(workers.unmet(KEY)).isEmpty();
        assertThat(workers.freest(KEY)).contains(able);
    }

    @Test
    void aFleetWithoutWorkersLacksNothing() {
        assertThat(workers.unmet(KEY)).isEmpty();
    }

    @Test
    void whoIsSilentForLongerThanTheLeaseIsFoundOnce() {
        var silent = active("a", 1);
        var heard = active("b", 1);
        heard.seenAt(Duration.ofSeconds(5));

        assertThat(workers.silentLonger(LEASE, Duration.ofSeconds(10))).isEmpty();
        assertThat(workers.silentLonger(LEASE, Duration.ofSeconds(11))).containsExactly(silent);

        silent.become(Member.State.GONE);
        assertThat(workers.silentLonger(LEASE, Duration.ofSeconds(11))).isEmpty();
    }

    @Test
    void slotsOfThoseWhoDrainAreNotCounted() {
        active("a", 3);
        active("b", 4).become(Member.State.DRAINING);

        assertThat(workers.slots()).isEqualTo(3);
    }

    private Member active(String worker, int slots) {
        var member = join(worker, slots);
        member.become(Member.State.ACTIVE);
        return member;
    }

    private Member join(String worker, int slots) {
        return workers.join(hello(worker, slots), Duration.ZERO).orElseThrow();
    }

    private static void take(Member member, int n) {
        member.take(new Dispatch(1, n), new CaseRef("run", n, 0, 0));
    }

    private static Hello hello(String worker, int slots) {
        return new Hello("f", 1, worker, worker, 1, slots, Set.of(), Set.of());
    }
}
