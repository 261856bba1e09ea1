package dev.muster.system.fire;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that PostgreSQL goes down and comes back: decisions wait meanwhile and are then written once. */
@Tag("full")
@Tag("alone")
final class DatabaseUnderFireIT {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 4);

    @TempDir
    private Path folder;

    @Test
    void aDatabaseThatIsKilledLosesNothingThatItTook() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var database = fire.fleet().database();
            fire.awaitTenths(3);

            fire.strike(Kind.DATABASE_KILLED, "database", database.pid(), () -> {
                database.kill();
                Wait.pass(Duration.ofSeconds(5));
                database.startAgain();
            });

            fire.reckon("database-killed", LONGEST);
        }
    }

    @Test
    void aDatabaseThatIsRestartedIsOnlyWaitedFor() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var database = fire.fleet().database();
            fire.awaitTenths(3);

            fire.strike(Kind.DATABASE_RESTARTED, "database", database.pid(), database::restart);

            fire.reckon("database-restarted", LONGEST);
        }
    }

    @Test
    void afterAFullDiskHasRoomAgainNothingIsMissing() throws Exception {
        try (var disk = SmallDisk.mount(Files.createDirectories(folder.resolve("home/postgresql-18")), 192);
                var fire = Fire.light(folder, SUITE, 2, 12)) {
            var database = fire.fleet().database();
            fire.awaitTenths(3);

            fire.strike(Kind.DISK_FULL, "database", database.pid(), () -> {
                disk.fill();
                Wait.until("the coordinator finds PostgreSQL unwell", Duration.ofSeconds(30),
                        () -> !fire.fleet().status().load().healthy());
                Wait.pass(Duration.ofSeconds(15));
                disk.empty();
                database.reviveIfDead();
            });

            fire.reckon("disk-full", LONGEST);
        }
    }
}
