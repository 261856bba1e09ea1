package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the broker goes down and comes back with the same data: no worker is lost, and the run continues. */
@Tag("full")
@Tag("alone")
final class BrokerUnderFireIT {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 3);

    @TempDir
    private Path folder;

    @Test
    void aBrokerThatIsKilledTakesNothingWithIt() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var broker = fire.fleet().broker();
            fire.awaitTenths(3);

            fire.strike(Kind.BROKER_KILLED, broker, () -> {
                broker.kill();
                broker.start();
                broker.ready();
            });

            fire.reckon("broker-killed", LONGEST);
        }
    }

    @Test
    void aBrokerThatIsAwayLongerThanTheLeaseCostsNobodyItsPlace() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var broker = fire.fleet().broker();
            fire.awaitTenths(3);

            fire.strike(Kind.BROKER_KILLED, broker, () -> {
                broker.kill();
                Wait.pass(Duration.ofSeconds(20));
                broker.start();
                broker.ready();
            });

            fire.reckon("broker-away-20s", LONGEST);
        }
    }

    @Test
    void aBrokerThatIsRestartedIsOnlyWaitedFor() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var broker = fire.fleet().broker();
            fire.awaitTenths(3);

            fire.strike(Kind.BROKER_RESTARTED, broker, () -> {
                broker.ask();
                assertThat(broker.ends(Duration.ofSeconds(60))).as("it ends").isTrue();
                broker.start();
                broker.ready();
            });

            fire.reckon("broker-restarted", LONGEST);
        }
    }
}
