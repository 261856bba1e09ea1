package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.server.scheduler.Membership.Silences;
import org.junit.jupiter.api.Test;

class SilencesTest {

    private final Silences silences = new Silences(Duration.ofSeconds(10));

    @Test
    void oneThatFallsSilentAloneIsLostAlone() {
        var lost = lastSeen(100);
        assertThat(silences.together(lost, List.of(lost, lastSeen(110), lastSeen(109)), at(111))).isFalse();
    }

    @Test
    void thoseOfARackAreLostTogether() {
        var first = lastSeen(100);
        var second = lastSeen(103);
        assertThat(silences.together(first, List.of(first, second, lastSeen(110)), at(111))).isTrue();
        assertThat(silences.together(second, List.of(second, lastSeen(113)), at(114))).isTrue();
    }

    @Test
    void lossesAtDifferentTimesCountOneByOne() {
        var first = lastSeen(100);
        assertThat(silences.together(first, List.of(first), at(111))).isFalse();
        var second = lastSeen(106);
        assertThat(silences.together(second, List.of(second), at(117))).isFalse();
    }

    @Test
    void aCaseThatTakesOneWorkerAfterAnotherAlongIsNoRack() {
        var quick = new Silences(Duration.ofSeconds(4));
        var first = lastSeen(100);
        assertThat(quick.together(first, List.of(first, lastSeen(104)), at(105))).isFalse();
        var second = lastSeen(104);
        assertThat(quick.together(second, List.of(second), at(109))).isFalse();
    }

    private static Member lastSeen(int second) {
        var hello = new Hello("fleet", 1, "worker", "incarnation" + second, 1, 1, Set.of(), Set.of(), null, List.of());
        return new Member(hello, 0, at(second), changed -> {
            // unused
        });
    }

    private static Duration at(int second) {
        return Duration.ofSeconds(second);
    }
}
