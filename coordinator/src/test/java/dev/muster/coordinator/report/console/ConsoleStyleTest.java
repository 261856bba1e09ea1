package dev.muster.coordinator.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.report.console.ConsoleStyle.Detail;
import org.junit.jupiter.api.Test;

class ConsoleStyleTest {

    private static final ConsoleStyle.Terminal TERMINAL = new ConsoleStyle.Terminal(true, 120);

    @Test
    void aTerminalHasColoursUnlessOneSaysNo() {
        assertThat(style(Map.of(), true).colour()).isTrue();
        assertThat(style(Map.of("NO_COLOR", ""), true).colour()).isTrue();
        assertThat(style(Map.of("NO_COLOR", "1"), true).colour()).isFalse();
        assertThat(style(Map.of("TERM", "dumb"), true).colour()).isFalse();
        assertThat(style(Map.of(), false).colour()).isFalse();
    }

    @Test
    void aDumbTerminalHasNoProgressLine() {
        assertThat(style(Map.of("TERM", "dumb"), true).live()).isFalse();
        assertThat(style(Map.of("NO_COLOR", "1"), true).live()).isTrue();
    }

    @Test
    void aFileHasNeither() {
        assertThat(ConsoleStyle.of(new ConsoleStyle.Terminal(false, 120), Map.of(), true, Detail.NORMAL))
                .isEqualTo(ConsoleStyle.plain(Detail.NORMAL));
    }

    private static ConsoleStyle style(Map<String, String> environment, boolean colourAllowed) {
        return ConsoleStyle.of(TERMINAL, environment, colourAllowed, Detail.NORMAL);
    }
}
