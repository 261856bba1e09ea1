package dev.muster.coordinator.lead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A thousand worlds, each from its seed. To see one again:
 * {@code -Dmuster.simulation.seed=N}; to see more: {@code -Dmuster.simulation.seeds=100000}.
 */
final class FleetSimulationTest {

    private static final long SEEDS = Long.getLong("muster.simulation.seeds", 1_000);

    @Test
    void everyCaseEndsOnceWhateverDies() {
        var one = Long.getLong("muster.simulation.seed");
        var seeds = one == null ? LongStream.range(0, SEEDS) : LongStream.of(one);
        seeds.forEach(seed -> {
            var world = new FleetSimulation(seed, Fates.SMALL);
            assertThat(world.run()).as("seed %d (see it again: -Dmuster.simulation.seed=%d)%n%s", seed, seed,
                    String.join("\n", world.diary())).isEmpty();
        });
    }
}
