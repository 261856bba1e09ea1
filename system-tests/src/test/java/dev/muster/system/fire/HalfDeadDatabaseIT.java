package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import dev.muster.system.fire.HalfDeadProxy.Lost;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that connections to PostgreSQL go silent without notice, and that within a minute work continues over new ones. */
@Tag("full")
final class HalfDeadDatabaseIT {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final SlowSuite SUITE = new SlowSuite(600, 1_000, 3_000, 11);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void connectionsThatGoSilentCostAMinuteAtMost(Lost lost) throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var database = fire.fleet().database();
            fire.awaitTenths(3);

            fire.strike(Kind.DATABASE_SILENT, "database", database.pid(), () -> {
                database.proxy().lose(lost);
                Wait.until("the coordinator says that it is not ready", Duration.ofSeconds(15),
                        () -> ready(fire.fleet().url()) != 200);
                Wait.until("the coordinator is ready again", Duration.ofMinutes(1),
                        () -> ready(fire.fleet().url()) == 200);
            });

            var reckoning = fire.reckon("database-silent-" + lost.name().toLowerCase(Locale.ROOT), LONGEST);
            assertThat(fire.fleet().coordinator().isAlive()).as("the coordinator stays").isTrue();
            assertThat(reckoning.stored().attempts()).as("attempts that counted for nothing").isEmpty();
        }
    }

    private static int ready(URI coordinator) throws InterruptedException, IOException {
        try (var http = HttpClient.newHttpClient()) {
            return http
                    .send(HttpRequest.newBuilder(coordinator.resolve("/ready")).timeout(Duration.ofSeconds(5)).build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
