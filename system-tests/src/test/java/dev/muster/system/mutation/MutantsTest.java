package dev.muster.system.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each mutation is found by what the table names. To run one: {@code -Dmuster.mutation=NAME}, or a part of
 * it; {@code -Dmuster.mutation.all=true} also simulates those that a test finds, or that are harmless.
 */
@Tag("full")
final class MutantsTest {

    private static final long SEEDS = 2_000;

    static List<Mutation> mutations() {
        var part = System.getProperty("muster.mutation", "");
        return Mutation.table().stream().filter(row -> row.name().contains(part))
                .filter(row -> !row.foundByProcesses())
                .filter(row -> !row.harmless() || Boolean.getBoolean("muster.mutation.all")).toList();
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void isFound(Mutation mutation, @TempDir Path folder) throws Exception {
        try (var mutant = Mutant.of(mutation, folder)) {
            if (mutation.foundByTest()) {
                assertThat(mutant.fails(mutation.test())).as("%s fails for %s", mutation.test(), mutation).isTrue();
            } else {
                var fault = mutant.simulate(SEEDS);
                System.out.println(mutation + ": " + fault.map(text -> text.toString().lines().findFirst().orElse(""))
                        .orElse("not found"));
                assertThat(fault.isPresent()).as("the simulation finds %s within %d seeds", mutation, SEEDS)
                        .isEqualTo(mutation.foundBySimulation());
            }
        }
    }
}
