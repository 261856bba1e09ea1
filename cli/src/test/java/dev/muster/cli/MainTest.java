package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void versionEndsWithSuccess() {
        assertThat(Main.run("--version")).isZero();
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertThat(Main.run("--no-such-option")).isEqualTo(2);
    }
}
