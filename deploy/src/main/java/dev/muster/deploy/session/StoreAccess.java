package dev.muster.deploy.session;

import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.fleet.LocalDatabase;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The store of runs: the embedded database of {@code $MUSTER_HOME}, or one at an address. */
public final class StoreAccess {

    private static final int CONNECTIONS = 2;

    @Option(names = "--database", paramLabel = "URL", defaultValue = "${env:MUSTER_DATABASE_URL}", description = "A fleet's database, jdbc:postgresql://… (default: the one under $MUSTER_HOME).")
    private @Nullable String url;

    /** An open database, and what to close with it. */
    public record Open(Database database, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    public Open open(CommandContext here) throws BadInput {
        if (url == null || url.isBlank()) {
            var local = LocalDatabase.open(here.home(), CONNECTIONS);
            return new Open(local.database(), local::close);
        }
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new BadInput("--database wants jdbc:postgresql://HOST:PORT/NAME");
        }
        var database = Database.open(new Database.Address(url, here.environment().get("MUSTER_DATABASE_USER"),
                here.environment().get("MUSTER_DATABASE_PASSWORD")), CONNECTIONS);
        return new Open(database, database::close);
    }

    /** Finds the stored run that a user means, by its id or a prefix of it; the newest for an empty name. */
    public static StoredRun find(String name, Database database) throws BadInput {
        var runs = new RunTable(database);
        var whole = runs.find(name);
        if (whole.isPresent()) {
            return whole.get();
        }
        var found = name.isEmpty() ? runs.newest(1) : runs.startingWith(name);
        if (found.isEmpty()) {
            throw new BadInput(name.isEmpty() ? "no runs yet; muster demo makes one"
                    : "there is no run " + name + "; muster runs lists them");
        }
        if (found.size() > 1) {
            throw new BadInput("several runs begin with " + name + ": "
                    + String.join(", ", found.stream().map(StoredRun::id).toList()));
        }
        return found.getFirst();
    }
}
