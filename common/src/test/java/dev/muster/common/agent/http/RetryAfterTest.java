package dev.muster.common.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.http.Failures.RetryAfter;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Retry-After    | 7                              | PT7S
            Retry-After    | 0                              | PT0S
            Retry-After    | 1.5                            | PT1.5S
            Retry-After    | Sun, 01 Mar 2026 12:00:30 GMT  | PT30S
            Retry-After    | Sun, 01 Mar 2026 11:00:00 GMT  | PT0S
            retry-after-ms | 250                            | PT0.25S
            """)
    void reads(String name, String value, Duration expected) {
        assertThat(RetryAfter.of(Headers.of(name, value), NOON)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "NaN", "1e300", ""})
    void doesNotGuess(String value) {
        assertThat(RetryAfter.of(Headers.of("Retry-After", value), NOON)).isEmpty();
    }

    @Test
    void nothingSaidIsNothing() {
        assertThat(RetryAfter.of(Headers.of(), NOON)).isEmpty();
    }
}
