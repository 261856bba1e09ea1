package dev.muster.deploy.command;

import dev.muster.common.status.ListenAddress;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.server.http.StandbyServer;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.StoreException;
import dev.muster.deploy.metrics.Meters;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.session.Shutdown;
import java.io.PrintStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator that does not lead yet.
 *
 * @param seen the newest epoch that the fleet's topics know
 * @param door where it tells, while it stands by, that it does
 */
record StandbyCoordinator(Database store, String fleet, long seen, ListenAddress door, Meters meters, PrintStream out) {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyCoordinator.class);
    private static final long LOOK_MS = 500;

    /**
     * What it has once it leads.
     *
     * @param door where it is to listen
     */
    record Elected(Leadership leadership, ListenAddress door) {}

    /** @throws StoreException when another one leads */
    Elected take() {
        return new Elected(Leadership.take(store, fleet, holder(), seen), door);
    }

    /**
     * As soon as nobody else leads; empty when it is asked to end before.
     *
     * @throws BadInput when it could not open its door, which is known before it leads
     */
    Optional<Elected> await(Shutdown shutdown) throws InterruptedException, BadInput {
        var trouble = door.trouble();
        if (trouble.isPresent()) {
            throw new BadInput(trouble.get());
        }
        var taken = tryTake();
        return taken.isPresent() ? taken.map(leadership -> new Elected(leadership, door)) : standBy(shutdown);
    }

    private Optional<Elected> standBy(Shutdown shutdown) throws InterruptedException {
        try (var server = serve()) {
            out.println("coordinator of fleet " + fleet + " stands by" + (server == null ? "" : " at " + server.url())
                    + ": another one leads");
            var taken = Optional.<Leadership>empty();
            while (taken.isEmpty() && !shutdown.await(LOOK_MS)) {
                taken = tryTake();
            }
            var later = server == null ? door : server.door();
            return taken.map(leadership -> new Elected(leadership, later));
        }
    }

    /** Null when the port is taken, as by a leader on the same machine: it listens there when that has ended. */
    private @Nullable StandbyServer serve() {
        try {
            return StandbyServer.start(new StandbyPages(meters), door);
        } catch (HttpException e) {
            LOG.warn("nothing is served while this coordinator stands by: {}", e.getMessage());
            return null;
        }
    }

    /** PostgreSQL may be away for a while: whoever led then can't either. */
    private Optional<Leadership> tryTake() {
        try {
            return Leadership.tryTake(store, fleet, holder(), seen);
        } catch (StoreException e) {
            LOG.warn("the lead of fleet {} can't be had: {}", fleet, e.getMessage());
            return Optional.empty();
        }
    }

    private static String holder() {
        return "pid " + ProcessHandle.current().pid();
    }
}
