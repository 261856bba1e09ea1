package dev.muster.worker.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private static final long SECOND = 1_000_000_000L;

    private long now = 77;

    @Test
    void theFirstCallWaitsLikeAnyOther() {
        var bucket = bucket(10);

        assertThat(bucket.take()).isEqualTo(SECOND / 10);
        now += SECOND / 10;
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(SECOND / 10);
    }

    @Test
    void ofATimeWithoutCallsOneIsKept() {
        var bucket = bucket(10);
        now += 100 * SECOND;

        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(SECOND / 10);
    }

    @Test
    void whoWokeUpLateIsGivenThatTime() {
        var bucket = bucket(10);
        now += bucket.take() + SECOND / 20;

        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(SECOND / 20);
    }

    @Test
    void aNewRateCountsFromNowOn() {
        var bucket = bucket(1);
        bucket.take();
        now += SECOND / 2;

        bucket.rate(10);

        assertThat(bucket.take()).isEqualTo(SECOND / 20);
    }

    @Test
    void atNoRateNoCallEverBeginsAndNothingIsKept() {
        var bucket = bucket(10);
        now += SECOND;
        bucket.rate(0);
        assertThat(bucket.take()).isEqualTo(TokenBucket.NEVER);

        bucket.rate(10);

        assertThat(bucket.take()).isEqualTo(SECOND / 10);
    }

    @Test
    void withoutALimitNothingWaitsButForTheEndOfAPause() {
        var bucket = bucket(Double.POSITIVE_INFINITY);
        assertThat(bucket.take()).isZero();

        bucket.pause(Duration.ofSeconds(3));
        now += SECOND;

        assertThat(bucket.take()).isEqualTo(2 * SECOND);
        now += 2 * SECOND;
        assertThat(bucket.take()).isZero();
    }

    @Test
    void duringAPauseNothingIsEarned() {
        var bucket = bucket(10);
        bucket.pause(Duration.ofSeconds(3));
        now += 3 * SECOND;

        assertThat(bucket.take()).isEqualTo(SECOND / 10);
    }

    /** However late callers wake up, in any period at most one call more begins than the rate allows, and hardly fewer. */
    @Test
    void theRateIsKeptAndUsed() {
        for (long seed = 1; seed <= 200; seed++) {
            var random = new Random(seed);
            double rate = 0.5 + random.nextDouble() * 500;
            var bucket = bucket(rate);
            long start = now;
            int calls = 0;
            while (now - start < 60 * SECOND) {
                long wait = bucket.take();
                calls += wait == 0 ? 1 : 0;
                now += wait == 0 ? 0 : wait + random.nextInt(2_000_000);
                assertThat(calls).as("seed %s", seed).isLessThanOrEqualTo((int) ((now - start) / 1e9 * rate) + 1);
            }
            assertThat(calls).as("seed %s", seed).isGreaterThan((int) (59 * rate * 0.98) - 2);
        }
    }

    private TokenBucket bucket(double perSecond) {
        return new TokenBucket(perSecond, () -> now);
    }
}
