package dev.muster.worker.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class LeaseTest {

    private final AtomicLong now = new AtomicLong(1_000);
    private final Lease lease = new Lease(Lease.Limits.DEFAULT, now::get);

    @Test
    void aWorkerWhoseBeatsArriveIsUnbroken() {
        long taken = now.get();
        for (int n = 0; n < 60; n++) {
            pass(1);
            lease.acked(lease.send());
        }

        assertThat(lease.since(taken)).isEqualTo(Lease.Continuity.UNBROKEN);
        assertThat(lease.fresh()).isTrue();
    }

    @Test
    void aWorkerWhoseBeatsAreSentAndLostIsCutOff() {
        long taken = now.get();
        for (int n = 0; n < 11; n++) {
            pass(1);
            lease.send();
        }

        assertThat(lease.since(taken)).isEqualTo(Lease.Continuity.CUT_OFF);
        assertThat(lease.fresh()).isFalse();
        assertThat(lease.hopeless()).isFalse();
    }

    @Test
    void beatsThatArriveLateMendWhatLookedCutOff() {
        long taken = now.get();
        var sent = new long[20];
        for (int n = 0; n < sent.length; n++) {
            pass(1);
            sent[n] = lease.send();
        }
        for (long each : sent) {
            lease.acked(each);
        }

        assertThat(lease.since(taken)).isEqualTo(Lease.Continuity.UNBROKEN);
    }

    @Test
    void aWorkerThatSentNothingWasFrozenAndStaysSoForWhatItHeld() {
        long taken = now.get();
        pass(11);
        assertThat(lease.since(taken)).isEqualTo(Lease.Continuity.FROZEN);
        lease.acked(lease.send());
        long after = now.get();
        pass(1);
        lease.acked(lease.send());

        assertThat(lease.since(taken)).isEqualTo(Lease.Continuity.FROZEN);
        assertThat(lease.since(after)).isEqualTo(Lease.Continuity.UNBROKEN);
    }

    @Test
    void afterItsPatienceAllHopeIsGone() {
        pass(181);

        assertThat(lease.hopeless()).isTrue();
    }

    private void pass(long seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
