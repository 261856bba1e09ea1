package dev.muster.deploy.fleet;

import dev.muster.coordinator.store.Database;
import dev.muster.deploy.embedded.EmbeddedDatabase;

/** The embedded PostgreSQL of {@code $MUSTER_HOME}, with a connection pool. */
public record LocalDatabase(EmbeddedDatabase server, Database database) implements AutoCloseable {

    public static LocalDatabase open(Home home, int connections) {
        var server = EmbeddedDatabase.open(home.folder());
        try {
            return new LocalDatabase(server, Database.open(
                    new Database.Address(server.url(), server.user(), server.password()), connections));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public void close() {
        database.close();
        server.close();
    }
}
