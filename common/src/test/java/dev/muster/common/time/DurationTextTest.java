package dev.muster.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({"0, 0s, 0s", "250, 250ms, 250ms", "1016, 1.0s, 1s16ms", "1500, 1.5s, 1s500ms", "30000, 30s, 30s",
        "61016, 1m1s, 1m1s16ms", "3600001, 1h, 1h1ms"})
    void peopleReadTenthsAndSuitesHaveAll(long ms, String shown, String written) {
        assertThat(Durations.text(Duration.ofMillis(ms))).isEqualTo(shown);
        assertThat(Durations.written(Duration.ofMillis(ms))).isEqualTo(written);
        assertThat(Durations.parse(written)).isEqualTo(Duration.ofMillis(ms));
    }
}
