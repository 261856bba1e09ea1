package dev.muster.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvisibleTest {

    @ParameterizedTest
    @ValueSource(strings = {"refund\u200B", "re\u200Cfund", "\u200D", "re\u2060fund", "\u3164"})
    void whatChangesNothingOnScreenIsFound(String name) {
        assertThat(Invisible.in(name)).isPresent();
    }

    /** Persian words, emoji of several characters and Devanagari are written with joiners. */
    @ParameterizedTest
    @ValueSource(strings = {"می\u200Cخواهم", "👩\u200D💻", "🏳️\u200D🌈", "क्\u200Dष", "refund"})
    void joinersThatShapeLettersAreText(String name) {
        assertThat(Invisible.in(name)).isEmpty();
    }
}
