package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import dev.muster.system.fire.HalfDeadProxy.Lost;
import dev.muster.system.fire.KillPlan.Kill;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills anything, and checks that every case ends with exactly one verdict, soon. */
@Tag("alone")
final class KillSuiteIT {

    @TempDir
    private Path folder;

    /** The short form, for every build. */
    @Test
    void aWorkerAndTheCoordinatorAreKilledAndNothingIsLost() throws Exception {
        try (var fire = Fire.light(folder, new SlowSuite(300, 1_000, 2_000, 7), 2, 16)) {
            fire.awaitTenths(2);
            carryOut(fire, new Kill(Kind.WORKER_KILLED, 1));
            fire.awaitTenths(6);
            carryOut(fire, new Kill(Kind.COORDINATOR_KILLED, 0));

            fire.reckonPatiently("kill-suite-short", Duration.ofMinutes(3));
        }
    }

    /**
     * The size that the project promises. Smaller with system properties: {@code muster.fire.cases}, {@code kills},
     * {@code every} (seconds), {@code workers}, {@code slots}, {@code seed}.
     */
    @Test
    @Tag("full")
    void twentyKillsAndNothingIsLost() throws Exception {
        int cases = Integer.getInteger("muster.fire.cases", 10_000);
        int workers = Integer.getInteger("muster.fire.workers", 4);
        int slots = Integer.getInteger("muster.fire.slots", 16);
        var plan = KillPlan.draw(Long.getLong("muster.fire.seed", 1), Integer.getInteger("muster.fire.kills", 20),
                Duration.ofSeconds(Integer.getInteger("muster.fire.every", 20)), workers);
        System.out.println(plan);
        try (var fire = Fire.light(folder, new SlowSuite(cases, 1_000, 5_000, plan.seed()), workers, slots)) {
            int done = carryOut(fire, plan);

            fire.reckon("kill-suite", Duration.ofMinutes(10).plusSeconds(9L * cases / fire.fleet().allSlots()));
            assertThat(done).as("kills before the run was over; with more cases or fewer slots it takes longer")
                    .isEqualTo(plan.kills().size());
        }
    }

    private static int carryOut(Fire fire, KillPlan plan) throws Exception {
        int done = 0;
        for (var kill : plan.kills()) {
            long next = System.nanoTime() + plan.every().toNanos();
            Wait.until("the next kill is due", plan.every().multipliedBy(2),
                    () -> System.nanoTime() - next >= 0 || fire.run().isOver());
            if (fire.run().isOver()) {
                return done;
            }
            System.out.println(fire.run().seen() + " results, now kills " + kill);
            carryOut(fire, kill);
            done++;
        }
        return done;
    }

    /** Kills a part and starts it again at once, as a supervisor would. */
    private static void carryOut(Fire fire, Kill kill) throws Exception {
        var fleet = fire.fleet();
        if (kill.kind() == Kind.DATABASE_SILENT) {
            fire.strike(kill.kind(), "database", fleet.database().pid(),
                    () -> fleet.database().proxy().lose(Lost.BOTH));
            return;
        }
        var part = switch (kill.kind()) {
            case COORDINATOR_KILLED -> fleet.coordinator();
            case BROKER_KILLED -> fleet.broker();
            default -> fleet.worker(kill.worker());
        };
        fire.strike(kill.kind(), part, () -> {
            part.kill();
            part.start();
            if (kill.kind().stopsAll()) {
                part.ready();
            }
        });
    }
}
