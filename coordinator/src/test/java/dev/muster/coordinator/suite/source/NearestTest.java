package dev.muster.coordinator.suite.source;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    private static final List<String> KNOWN = List.of("id", "input", "messages", "not_contains", "agent");

    @ParameterizedTest
    @CsvSource({"inptu, input", "Input, input", "mesages, messages", "not-contains, not_contains",
        "notcontain, not_contains",
        "agents, agent", "ids, id"})
    void aSmallSlipIsUnderstood(String written, String meant) {
        assertThat(Nearest.of(written, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"output", "x", "temperature", "''"})
    void aFarNameIsNotGuessedAt(String written) {
        assertThat(Nearest.of(written, KNOWN)).isEmpty();
    }
}
