package dev.muster.cli.fleet;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The database of the runs on this machine, with a connection pool.
 *
 * @param server the embedded PostgreSQL of {@code $MUSTER_HOME}; null where the home names another
 */
public record LocalDatabase(Home home, @Nullable EmbeddedDatabase server, Database database) implements AutoCloseable {

    public static LocalDatabase open(Home home, int connections) {
        if (home.database() != null) {
            return new LocalDatabase(home, null, Database.open(home.database(), connections));
        }
        var server = EmbeddedDatabase.open(home.folder());
        try {
            return new LocalDatabase(home, server, Database.open(
                    new DatabaseAddress(server.url(), server.user(), server.password()), connections));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Returns the ids of the newest runs as the last command left them, without starting the server. */
    public static List<String> recentRuns(Home home) throws IOException {
        return Files.exists(home.recentRuns()) ? Files.readAllLines(home.recentRuns()) : List.of();
    }

    /** Returns the names of the projects, as {@link #recentRuns}. */
    public static List<String> recentProjects(Home home) throws IOException {
        return Files.exists(home.recentProjects()) ? Files.readAllLines(home.recentProjects()) : List.of();
    }

    @Override
    public void close() {
        try {
            Files.write(home.recentRuns(), new RunTable(database).newest(null, ProjectScope.ALL, Map.of(), false, 0, 20)
                    .stream().map(StoredRun::id).toList());
            Files.write(home.recentProjects(), new ProjectTable(database, null).names());
        } catch (IOException | StoreException e) {
            // only completion suffers
        }
        database.close();
        if (server != null) {
            server.close();
        }
    }
}
