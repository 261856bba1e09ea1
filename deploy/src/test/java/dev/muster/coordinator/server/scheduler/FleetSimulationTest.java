package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A thousand worlds, each from its seed. To see one again:
 * {@code -Dmuster.simulation.seed=N -Dmuster.simulation.log=true}; to see more:
 * {@code -Dmuster.simulation.seeds=100000}.
 */
final class FleetSimulationTest {

    private static final long SEEDS = Long.getLong("muster.simulation.seeds", 1_000);

    @Test
    void everyCaseEndsOnceWhateverDies() {
        var one = Long.getLong("muster.simulation.seed");

        var fault = one == null ? FleetSeeds.firstFault(0, SEEDS) : FleetSeeds.firstFault(one, one + 1);

        assertThat(fault).isEmpty();
    }
}
