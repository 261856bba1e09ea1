package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs worlds, each from its seed: fifty in every build, six hundred among the slow tests. To reproduce one:
 * {@code -Dmuster.simulation.seed=N -Dmuster.simulation.log=true}; to run more:
 * {@code -Dmuster.simulation.seeds=100000}.
 */
final class FleetSimulationTest {

    private static final long SEEDS = Long.getLong("muster.simulation.seeds", 600);

    @Test
    void everyCaseOfFiftyWorldsEndsOnce() {
        assertThat(FleetSeeds.firstFault(0, 50)).isEmpty();
    }

    @Tag("slow")
    @Test
    void everyCaseEndsOnceWhateverDies() {
        var one = Long.getLong("muster.simulation.seed");

        var fault = one == null ? FleetSeeds.firstFault(50, 50 + SEEDS) : FleetSeeds.firstFault(one, one + 1);

        assertThat(fault).isEmpty();
    }
}
