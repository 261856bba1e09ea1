package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a run ends well although Kafka lost all its data in the middle, as the manual says. */
@Tag("full")
@Tag("alone")
final class LostKafkaIT {

    private static final SlowSuite SUITE = new SlowSuite(300, 1_000, 2_000, 11);

    @TempDir
    private Path folder;

    @Test
    void whatKafkaLostIsRunAgain() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var fleet = fire.fleet();
            fire.awaitTenths(4);
            fire.strike(Kind.BROKER_KILLED, fleet.broker(), () -> {
                fleet.broker().kill();
                forgetAllBut("password");
                fleet.broker().start();
                fleet.broker().ready();
            });
            fire.strike(Kind.COORDINATOR_RESTARTED, fleet.coordinator(), () -> {
                fleet.coordinator().kill(); // it would wait for Kafka before it ends
                fleet.coordinator().start();
                fleet.coordinator().ready();
            });

            fire.run().awaitEnd(Duration.ofMinutes(5));

            try (var database = fleet.database().open()) {
                var stored = Stored.read(database, fire.run().id());
                assertThat(stored.byStatus()).isEqualTo(Map.of("passed", SUITE.cases()));
                assertThat(stored.run().counts().done()).isEqualTo(SUITE.cases());
                var calls = Calls.read(List.of(Fire.callsIn(folder)));
                assertThat(IntStream.range(0, SUITE.cases()).filter(n -> calls.of(n).size() > 1).count())
                        .as("cases that ran twice: at most those whose reports or orders were lost")
                        .isLessThanOrEqualTo(fleet.allSlots());
            }
        }
    }

    private void forgetAllBut(String ending) throws IOException {
        var data = folder.resolve("home/broker");
        try (var files = Files.walk(data)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(data) && !file.toString().endsWith("." + ending)) {
                    Files.delete(file);
                }
            }
        }
    }
}
