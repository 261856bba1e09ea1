package dev.muster.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RestartRuleTest {

    private long now = Long.MAX_VALUE - 5;

    private final RestartRule rule = new RestartRule(() -> now);

    @Test
    void fiveTimesWithinTenMinutesEachTimeLater() {
        assertThat(Stream.generate(this::ended).limit(6)).containsExactly(1L, 2L, 4L, 8L, 16L, null);
        assertThat(rule.counted()).isEqualTo(5);
    }

    @Test
    void whatIsLongAgoDoesNotCount() {
        IntStream.range(0, 5).forEach(_ -> ended());
        now += Duration.ofMinutes(9).toNanos();
        assertThat(ended()).isNull();

        now += Duration.ofMinutes(1).toNanos();
        assertThat(ended()).isEqualTo(1);
    }

    @Test
    void aWorkerThatEndsNowAndThenIsStartedEachTime() {
        IntStream.range(0, 20).forEach(_ -> {
            now += Duration.ofMinutes(3).toNanos();
            assertThat(ended()).isNotNull();
        });
    }

    private @Nullable Long ended() {
        return rule.ended().map(Duration::toSeconds).orElse(null);
    }
}
