package dev.muster.coordinator.suite.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenIdsTest {

    @Test
    void everyIdIsKnownByItsFirstLineHoweverManyThereAre() {
        var seen = new SeenIds();

        for (int line = 1; line <= 100_000; line++) {
            assertThat(seen.firstLine("case-" + line, line).isEmpty()).isTrue();
        }

        assertThat(seen.firstLine("case-1", 100_001)).hasValue(1);
        assertThat(seen.firstLine("case-77777", 100_002)).hasValue(77_777);
        assertThat(seen.firstLine("case-0", 100_003)).isEmpty();
    }

    @Test
    void idsWithTheSameHashCodeAreStillTwo() {
        var seen = new SeenIds();

        assertThat(seen.firstLine("Aa", 1)).isEmpty();
        assertThat(seen.firstLine("BB", 2)).isEmpty();
        assertThat(seen.firstLine("Aa", 3)).hasValue(1);
    }
}
