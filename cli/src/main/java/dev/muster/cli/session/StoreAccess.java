package dev.muster.cli.session;

import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The store of runs: the embedded database of {@code $MUSTER_HOME}, or one at an address, which the option, the
 * variable or the user's own configuration says.
 */
public final class StoreAccess {

    private static final int CONNECTIONS = 2;

    @Option(names = "--database", paramLabel = "URL", defaultValue = "${env:MUSTER_DATABASE_URL}", description = "Database of the runs, a fleet's or another: jdbc:postgresql://… ($MUSTER_DATABASE_URL; login: $MUSTER_DATABASE_USER, "
            + "$MUSTER_DATABASE_PASSWORD or its _FILE; default: a database under $MUSTER_HOME).")
    private @Nullable String url;

    /** Opens the runs of the project that the options name. */
    public StoredHistory open(CommandContext here, ProjectOptions projects) throws BadInput {
        return open(here, projects, CONNECTIONS);
    }

    /** @param connections how many statements may be under way at once */
    public StoredHistory open(CommandContext here, ProjectOptions projects, int connections) throws BadInput {
        var all = open(here, connections);
        try {
            return new StoredHistory(all.database(), projects.in(all.database(), here), all.closing());
        } catch (BadInput | RuntimeException e) {
            all.close();
            throw e;
        }
    }

    /** Opens the runs of all projects. */
    public StoredHistory open(CommandContext here) throws BadInput {
        return open(here, CONNECTIONS);
    }

    private StoredHistory open(CommandContext here, int connections) throws BadInput {
        use(here);
        var elsewhere = here.home().database();
        if (elsewhere != null) {
            var database = Database.visit(elsewhere, connections);
            return new StoredHistory(database, ProjectScope.ALL, database::close);
        }
        var local = LocalDatabase.open(here.home(), connections);
        return new StoredHistory(local.database(), ProjectScope.ALL, local::close);
    }

    /** Makes the command keep its runs there. */
    public void use(CommandContext here) throws BadInput {
        var named = url == null || url.isBlank() ? here.mine().database() : url;
        if (named != null && !named.startsWith("jdbc:postgresql://")) {
            throw new BadInput((named.equals(url) ? "--database" : "'database' in " + here.mine().file())
                    + " takes jdbc:postgresql://HOST:PORT/NAME; user and password go into MUSTER_DATABASE_USER and "
                    + "MUSTER_DATABASE_PASSWORD");
        }
        here.keepRunsAt(named == null ? null
                : new DatabaseAddress(named, here.environment().get("MUSTER_DATABASE_USER"),
                        GivenSecrets.read(here.environment(), "MUSTER_DATABASE_PASSWORD")));
    }
}
