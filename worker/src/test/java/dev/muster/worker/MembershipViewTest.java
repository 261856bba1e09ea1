package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.message.ControlMessage.Fenced;
import dev.muster.common.message.ControlMessage.Full;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.ControlMessage.Leadership;
import org.junit.jupiter.api.Test;

final class MembershipViewTest {

    private final MembershipView membership = new MembershipView("w1.1");

    @Test
    void beforeAnybodyLedNobodyIsGreeted() {
        assertThat(membership.epoch()).isZero();
        assertThat(membership.unknown()).isFalse();
    }

    @Test
    void aLeaderDoesNotKnowItBeforeItsLease() {
        membership.apply(new Leadership("f", 1));

        assertThat(membership.unknown()).isTrue();
        assertThat(membership.lease()).isNull();
    }

    @Test
    void theLeaseOfTheNewestLeaderCounts() {
        membership.apply(new Leadership("f", 1));

        membership.apply(lease(1, "w1.1", 4));

        assertThat(membership.unknown()).isFalse();
        assertThat(membership.lease()).isEqualTo(lease(1, "w1.1", 4));
    }

    @Test
    void aLeaseOfAnotherIncarnationIsNotItsOwn() {
        membership.apply(new Leadership("f", 1));

        membership.apply(lease(1, "w1.2", 4));

        assertThat(membership.lease()).isNull();
    }

    @Test
    void anEpochThatWasRemovedIsFollowedNoMore() {
        membership.apply(new Leadership("f", 3));
        membership.apply(lease(3, "w1.1", 4));
        membership.apply(new Leadership("f", Long.MAX_VALUE));
        assertThat(membership.unknown()).isTrue();

        membership.forget(Long.MAX_VALUE + "/leadership");

        assertThat(membership.epoch()).isEqualTo(3);
        assertThat(membership.unknown()).isFalse();
        membership.forget("3/leadership");
        assertThat(membership.epoch()).isEqualTo(3);
    }

    @Test
    void aLeaderThatWasReplacedLeasesNothing() {
        membership.apply(new Leadership("f", 2));

        membership.apply(lease(1, "w1.1", 4));

        assertThat(membership.lease()).isNull();
        assertThat(membership.unknown()).isTrue();
    }

    @Test
    void aLeaseOfALeaderThatWasNotAnnouncedYetWaitsForTheAnnouncement() {
        membership.apply(new Leadership("f", 1));

        membership.apply(lease(2, "w1.1", 4));

        assertThat(membership.lease()).isNull();
    }

    @Test
    void itKeepsItsInboxWhenAnotherLeadsAndIsUnknownToThatOne() {
        membership.apply(new Leadership("f", 1));
        membership.apply(lease(1, "w1.1", 4));

        membership.apply(new Leadership("f", 2));

        assertThat(membership.lease()).isEqualTo(lease(1, "w1.1", 4));
        assertThat(membership.unknown()).isTrue();
        assertThat(membership.epoch()).isEqualTo(2);
    }

    @Test
    void anAnnouncementThatComesLateChangesNothing() {
        membership.apply(new Leadership("f", 2));
        membership.apply(lease(2, "w1.1", 4));

        membership.apply(new Leadership("f", 1));

        assertThat(membership.epoch()).isEqualTo(2);
        assertThat(membership.unknown()).isFalse();
    }

    @Test
    void onceFencedItStaysFenced() {
        membership.apply(new Leadership("f", 1));
        membership.apply(new Fenced("f", 1, "w1.1"));

        membership.apply(new Leadership("f", 2));
        membership.apply(lease(2, "w1.1", 4));

        assertThat(membership.fenced()).isTrue();
    }

    @Test
    void aFenceOfAnEarlierLeaderHoldsUnderALaterOne() {
        membership.apply(new Leadership("f", 2));

        membership.apply(new Fenced("f", 1, "w1.1"));

        assertThat(membership.fenced()).isTrue();
    }

    @Test
    void fencesOfOthersAndAFullFleetChangeNothing() {
        membership.apply(new Leadership("f", 1));

        membership.apply(new Fenced("f", 1, "w2.1"));
        membership.apply(new Full("f", 1, "w1.1", 256));

        assertThat(membership.fenced()).isFalse();
        assertThat(membership.unknown()).isTrue();
    }

    private static InboxLease lease(long epoch, String incarnation, int partition) {
        return new InboxLease("f", epoch, incarnation, partition, 17);
    }
}
