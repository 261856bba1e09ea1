package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageShapeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {"timeout after 30s | timeout after #s",
        "took 1.5 s, not 2. | took # s, not #.", "expected \"a 1\", found \"b\" | expected “…”, found “…”",
        "I can't find 'x' | I can't find “…”", "a text that was \"cut | a text that was “…”",
        "HTTP 503 from 10.0.0.7:81 | HTTP # from #:#"})
    void numbersAndQuotedPartsAreTakenOut(String message, String like) {
        assertThat(Reasons.MessageShape.of(message)).isEqualTo(like);
    }
}
