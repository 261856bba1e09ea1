package dev.muster.system.command;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.coordinator.store.DatabaseAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** On the PostgreSQL that Muster brings, started beside it. */
@Tag("slow")
final class EmbeddedOwnDatabaseIT extends OwnDatabaseContract {

    @TempDir
    private static Path elsewhere;

    private static EmbeddedDatabase server;

    @BeforeAll
    static void start() {
        server = EmbeddedDatabase.open(elsewhere);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    DatabaseAddress server() {
        return new DatabaseAddress(server.url(), server.user(), server.password());
    }
}
