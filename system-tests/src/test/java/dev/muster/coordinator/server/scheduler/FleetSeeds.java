package dev.muster.coordinator.server.scheduler;

import module java.base;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Runs many simulated worlds, one after another. {@code main SEEDS [FROM]} prints the first one with a fault. */
public final class FleetSeeds {

    private FleetSeeds() {}

    /** @return the fault of the first world that has one */
    public static Optional<String> firstFault(long from, long to) {
        hush();
        for (long seed = from; seed < to; seed++) {
            var fault = fault(seed);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fault(long seed) {
        var world = new FleetSimulation(seed, Fates.SMALL);
        try {
            var faults = world.run();
            return faults.isEmpty() ? Optional.empty()
                    : Optional.of("seed %d (see it again: -Dmuster.simulation.seed=%d): %s%n%s".formatted(seed, seed,
                            String.join("\n", faults), String.join("\n", world.diary())));
        } catch (RuntimeException | Error e) {
            // a mutant may break anything
            return Optional.of("seed " + seed + ": " + e);
        }
    }

    /** Deliberate faults need no log output. */
    private static void hush() {
        if (LoggerFactory.getLogger("dev.muster") instanceof Logger logger
                && !Boolean.getBoolean("muster.simulation.log")) {
            logger.setLevel(Level.OFF);
        }
    }

    public static void main(String[] arguments) {
        long from = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
        long begun = System.nanoTime();
        System.out.println(firstFault(from, from + Long.parseLong(arguments[0])).orElse("all is well"));
        System.out.printf("%.1f s%n", (System.nanoTime() - begun) / 1e9);
    }
}
