package dev.muster.worker.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.message.Dispatch;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.worker.isolated.Orders;
import org.junit.jupiter.api.Test;

final class HoldingsTest {

    private final Holdings holdings = new Holdings("f", "i", 1, 40, () -> 7);

    @Test
    void anOrderIsHeldAndPassedAtOnce() {
        var taken = holdings.take(42, order(1, 1, "i"));

        assertThat(taken).map(held -> held.order().dispatch()).contains(new Dispatch(1, 1));
        assertThat(taken).map(Held::takenNanos).contains(7L);
        var snapshot = holdings.snapshot();
        assertThat(snapshot.held()).containsExactly(new Dispatch(1, 1));
        assertThat(snapshot.inboxPosition()).isEqualTo(43);
    }

    @Test
    void beforeItsFirstRecordItStandsWhereItsLeaseBegins() {
        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(40);
    }

    @Test
    void anOrderOfAnotherEpochIsPassedBy() {
        assertThat(holdings.take(40, order(2, 1, "i"))).isEmpty();

        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(41);
        assertThat(holdings.snapshot().held()).isEmpty();
    }

    @Test
    void anOrderForAnotherIncarnationIsPassedBy() {
        assertThat(holdings.take(40, order(1, 1, "i2"))).isEmpty();

        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(41);
    }

    @Test
    void anOrderThatIsWrittenAgainIsPassedBy() {
        var first = holdings.take(40, order(1, 1, "i")).orElseThrow();
        holdings.release(first);

        assertThat(holdings.take(41, order(1, 1, "i"))).isEmpty();
        assertThat(holdings.take(42, order(1, 2, "i"))).isPresent();
        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(43);
        holdings.follow(2);
        assertThat(holdings.take(43, order(2, 1, "i"))).isPresent();
    }

    @Test
    void whoDrainsTakesNothingAndKeepsWhatItHolds() {
        var _ = holdings.take(40, order(1, 1, "i"));

        holdings.drain();

        assertThat(holdings.take(41, order(1, 2, "i"))).isEmpty();
        assertThat(holdings.snapshot().draining()).isTrue();
        assertThat(holdings.snapshot().held()).containsExactly(new Dispatch(1, 1));
    }

    @Test
    void aRecordThatIsNoOrderIsPassedBy() {
        holdings.pass(44);

        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(45);
    }

    @Test
    void onlyAnAcknowledgedReportReleases() {
        var taken = holdings.take(40, order(1, 1, "i")).orElseThrow();

        taken.stop(Held.Stop.DROPPED);
        assertThat(holdings.count()).isOne();

        holdings.release(taken);
        assertThat(holdings.count()).isZero();
        assertThat(holdings.snapshot().inboxPosition()).isEqualTo(41);
    }

    @Test
    void underAnotherLeaderWhatIsHeldGoesOnAndOnlyItsOrdersAreTaken() {
        var _ = holdings.take(40, order(1, 1, "i"));

        holdings.follow(2);

        assertThat(holdings.take(41, order(1, 2, "i"))).isEmpty();
        assertThat(holdings.take(42, order(2, 1, "i"))).isPresent();
        assertThat(holdings.epoch()).isEqualTo(2);
        assertThat(holdings.orders()).extracting(HeldOrder::dispatch).containsExactly(new Dispatch(1, 1),
                new Dispatch(2, 1));
        assertThat(holdings.orders()).extracting(HeldOrder::attempt).containsOnly(3);
    }

    @Test
    void snapshotsAreNumbered() {
        assertThat(holdings.snapshot().seq()).isOne();
        assertThat(holdings.snapshot().seq()).isEqualTo(2);
    }

    @Test
    void theSameNumberOfTwoEpochsIsTwoDispatches() {
        var _ = holdings.take(40, order(1, 1, "i"));
        holdings.follow(2);
        var second = holdings.take(41, order(2, 1, "i")).orElseThrow();

        holdings.release(second);

        assertThat(holdings.snapshot().held()).containsExactly(new Dispatch(1, 1));
    }

    private static CaseOrder order(long epoch, long n, String incarnation) {
        var like = Orders.order(false);
        return new CaseOrder(like.fleet(), epoch, incarnation, like.ref(), new Dispatch(epoch, n), like.attempt(),
                like.testCase(), new Parties(like.target(), like.parties().helpers()), like.settings(),
                like.terms());
    }
}
