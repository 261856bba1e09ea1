package dev.muster.coordinator.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.WorkerMessage.Calls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GovernorTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private Governor governor = new Governor();
    private Instant now = Instant.EPOCH;

    @Test
    void thereIsNoLimitWhileNothingIsSentAway() {
        second(1_000, 0, 0);
        second(2_000, 0, 0);

        assertThat(governor.limit()).isEqualTo(Governor.NONE);
        assertThat(governor.pause(now)).isZero();
    }

    @Test
    void theFirstLimitIsNineTenthsOfWhatWasTaken() {
        second(40, 80, 0);
        assertThat(governor.limit()).as("one second of some workers says little").isEqualTo(Governor.NONE);

        second(60, 20, 0);

        assertThat(governor.limit()).isEqualTo(45);
    }

    @Test
    void aLimitThatProvesTooHighIsLoweredOnceForWhatWasSentUnderIt() {
        second(50, 0, 0);
        second(50, 5, 0);

        second(45, 1, 0);
        second(45, 1, 0);
        assertThat(governor.limit()).isEqualTo(45);
        second(45, 1, 0);

        assertThat(governor.limit()).isEqualTo(40.5);
    }

    @Test
    void twoCallsInAHundredThatAreSentAwayLowerNothingAndRaiseNothing() {
        second(400, 0, 0);
        second(400, 300, 0);
        quiet(3);
        var limit = governor.limit();

        for (int n = 0; n < 20; n++) {
            second(300, 6, 0);
        }

        assertThat(governor.limit()).isEqualTo(limit);
    }

    @Test
    void itRisesLessWhereItProvedTooHighBefore() {
        second(50, 0, 0);
        second(50, 5, 0);
        quiet(3);
        var risen = governor.limit();
        second(45, 5, 0);
        assertThat(governor.limit()).isEqualTo(risen * 0.9);

        var first = rise();
        quiet(6);

        assertThat(governor.limit()).isBetween(risen * 0.97, risen * 1.1);
        assertThat(rise()).isLessThan(first / 2);
    }

    @Test
    void itIsGivenUpWhenNothingWasSentAwayForSomeMinutes() {
        second(50, 0, 0);
        second(50, 5, 0);

        for (int n = 0; n <= Governor.GIVEN_UP_AFTER.toSeconds(); n++) {
            assertThat(governor.limit()).isNotEqualTo(Governor.NONE);
            second(1, 0, 0);
        }

        assertThat(governor.limit()).isEqualTo(Governor.NONE);
    }

    @Test
    void nobodyCallsAnAgentThatSendsMostAwayBeforeItWantsToBeCalled() {
        second(3, 80, 30_000);
        assertThat(governor.pause(now)).isEqualTo(Duration.ofSeconds(30));

        quiet(10);

        assertThat(governor.pause(now)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void anAgentThatTakesMostCallsIsNotLeftAloneForThoseFewThatItSendsAway() {
        second(80, 3, 30_000);

        assertThat(governor.pause(now)).isZero();
    }

    @Test
    void anAgentThatWasAwayIsCalledAtItsRateAgainWithinAMinute() {
        for (int n = 0; n < 60; n++) {
            second(0, 1, 0);
        }
        assertThat(governor.limit()).isLessThan(1);

        for (int n = 0; n < 60; n++) {
            second(1, 0, 0);
        }

        assertThat(governor.limit()).isGreaterThan(100);
    }

    /** An agent with a rate limit, late reports, and more work than it can take. */
    @ParameterizedTest
    @ValueSource(doubles = {10, 20, 50, 400, 3_000})
    void goodputIsHighAndFewAreSentAwayAfterTenSeconds(double capacity) {
        for (long seed = 1; seed <= 20; seed++) {
            governor = new Governor();
            var random = new Random(seed);
            Deque<Double> known = new ArrayDeque<>();
            double took = 0;
            double sentAway = 0;
            int retried = 0;
            for (int n = 0; n < 130; n++) {
                known.addLast(governor.limit());
                double limit = known.size() > 2 ? known.removeFirst() : Governor.NONE;
                int calls = (int) Math.round(Math.min(limit, capacity * 3) * (0.95 + random.nextDouble() / 10));
                int taken = (int) Math.min(calls, capacity);
                second(taken, calls - taken, 0);
                took += n < 10 ? 0 : taken;
                sentAway += n < 10 ? 0 : calls - taken;
                retried += calls - taken;
            }
            assertThat(took / 120 / capacity).as("goodput, seed %s", seed).isGreaterThan(0.9);
            assertThat(sentAway / (took + sentAway)).as("sent away, seed %s", seed).isLessThan(0.05);
            assertThat(retried).isPositive();
        }
    }

    private double rise() {
        var before = governor.limit();
        quiet(1);
        return governor.limit() - before;
    }

    private void quiet(int seconds) {
        for (int n = 0; n < seconds; n++) {
            second(10, 0, 0);
        }
    }

    private void second(int taken, int busy, long retryAfterMs) {
        now = now.plus(SECOND);
        governor.ended(new Calls("a", taken, busy, retryAfterMs));
        governor.tick(now, SECOND);
    }
}
