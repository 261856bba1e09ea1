package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.bench.mock.BareLoop;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MockAgentProcessTest {

    @Test
    void runsInAProcessOfItsOwnAndTellsWhatItSaw() throws Exception {
        try (var mock = MockAgentProcess.start(); var loop = new BareLoop(10, Ticker.system())) {
            var measured = loop.run(mock.aguiUrl(20), 100);

            assertThat(mock.stats().calls()).isEqualTo(100);
            assertThat(mock.stats().mostInFlight()).isBetween(2, 10);
            // 10 rounds of 20 ms: the latency was kept.
            assertThat(measured.took()).isGreaterThanOrEqualTo(java.time.Duration.ofMillis(200));
        }
    }

    @Test
    @Tag("slow")
    void forgetsOnReset() throws Exception {
        try (var mock = MockAgentProcess.start(); var loop = new BareLoop(1, Ticker.system())) {
            loop.run(mock.openaiUrl(0) + "/chat/completions", 3);

            mock.reset();

            assertThat(mock.stats().calls()).isZero();
            assertThat(mock.stats().byMessage()).isEmpty();
        }
    }
}
