package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrintableTest {

    @ParameterizedTest
    @ValueSource(ints = {0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, 0x034F, 0x115F, 0x3164, 0xFFA0, 0xE0001,
        0xE0041,
        0xE0100, 0x180E, 0x202E, 0x061C})
    void whatIsInvisibleOrTurnsTheLineIsShown(int c) {
        assertThat(Printable.line("pay" + Character.toString(c) + "ment")).isEqualTo("pay\uFFFDment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "Zoe\u0308", "👨‍👩‍👧 ❤️‍🔥", "می‌خواهم", "क्‍ष", "นี้", "Ấ", "한국어", "日本語？"})
    void whatPeopleWriteStaysAsItIs(String text) {
        assertThat(Printable.line(text)).isEqualTo(text);
    }

    @Test
    void aLetterWithThousandsOfMarksHasFour() {
        assertThat(Printable.line("a" + "\u0301".repeat(2_000) + "b")).isEqualTo("a" + "\u0301".repeat(4) + "\uFFFDb");
    }

    @Test
    void controlCharactersAreSigns() {
        assertThat(Printable.line("a\u001B[2Jb\tc\r\nd\u007F")).isEqualTo("a\u241B[2Jb c d\u2421");
    }
}
