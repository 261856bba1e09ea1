package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageShapeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {"timeout after 30s | timeout after #s",
        "took 1.5 s, not 2. | took # s, not #.", "the \"a 1\" or \"b\" | the “…” or “…”",
        "I can't find 'x' | I can't find “…”", "a text that was \"cut | a text that was “…”",
        "HTTP 503 from 10.0.0.7:81 | HTTP # from #:#"})
    void numbersAndQuotedPartsAreTakenOut(String message, String like) {
        assertThat(MessageShape.of(message)).isEqualTo(like);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
        "expected the reply to contain \"30 days\", found \"No 1.\" | expected the reply to contain \"30 days\", found “…”",
        "expected refund.amount to be 12, but it was 7 | expected refund.amount to be 12, but it was #",
        "expected \"a\", \"b\": \"b\" is not in \"c\" | expected \"a\", \"b\": \"b\" is not in “…”",
        "expected \"so many words that nobody reads all of it\", found 1 | expected “…”, found #",
        "expected \"cut, found | expected “…”"})
    void whatASuiteExpectsStays(String message, String like) {
        assertThat(MessageShape.of(message)).isEqualTo(like);
    }

    @Test
    void whereEachCaseExpectsSomethingElseMostAreOneGroup() {
        var shapes = new ReasonShapes();

        var found = IntStream.range(0, 100).mapToObj(i -> shapes.of("expected " + i + ", found 7")).distinct().toList();

        assertThat(found).hasSize(21).startsWith("expected 0, found #").endsWith("expected #, found #");
        assertThat(shapes.of("expected 3, found 8")).isEqualTo("expected 3, found #");
        assertThat(shapes.of("expected \"x\" in 5, found 8")).isEqualTo("expected \"x\" in 5, found #");
    }
}
