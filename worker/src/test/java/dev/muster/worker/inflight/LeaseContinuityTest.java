package dev.muster.worker.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.result.Cause;
import dev.muster.worker.inflight.Lease.Continuity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LeaseContinuityTest {

    @ParameterizedTest
    @EnumSource(Cause.class)
    void underAnUnbrokenLeaseEverythingCounts(Cause cause) {
        assertThat(Continuity.UNBROKEN.admits(cause)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void nothingCountsOfAProcessThatDidNotRun(Cause cause) {
        assertThat(Continuity.FROZEN.admits(cause)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Cause.class, names = {"INFRASTRUCTURE", "AGENT_TIMEOUT", "TIMEOUT", "SIMULATOR_ERROR",
        "VALIDATOR_ERROR", "HOOK_ERROR"})
    void whatAnAgentDidNotSayIsNoVerdictOfOneThatWasCutOff(Cause cause) {
        assertThat(Continuity.CUT_OFF.admits(cause)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Cause.class, names = {"NONE", "ASSERTION", "AGENT_ERROR", "CHECKPOINT", "CANCELLED"})
    void whatAnAgentSaidIsOne(Cause cause) {
        assertThat(Continuity.CUT_OFF.admits(cause)).isTrue();
    }
}
