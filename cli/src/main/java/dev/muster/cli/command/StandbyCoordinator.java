package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.session.Shutdown;
import dev.muster.common.status.StatusPages;
import dev.muster.coordinator.server.http.HttpEndpoint;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.server.http.StandbyServer;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator that does not lead yet.
 *
 * @param endpoint of its status pages while it stands by
 */
record StandbyCoordinator(Database store, String fleet, HttpEndpoint endpoint, Meters meters, PrintStream out) {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyCoordinator.class);
    private static final long LOOK_MS = 500;

    /** A coordinator that has become the leader, and its listen address. */
    record Elected(Leadership leadership, HttpEndpoint endpoint) {}

    /** @throws StoreException when another coordinator leads */
    Elected take() {
        return new Elected(Leadership.take(store, fleet, holder()), endpoint);
    }

    /** Returns once no other coordinator leads; empty when it must end before. */
    Optional<Elected> await(Shutdown shutdown) throws InterruptedException {
        var taken = tryTake();
        return taken.isPresent() ? taken.map(leadership -> new Elected(leadership, endpoint)) : standBy(shutdown);
    }

    private Optional<Elected> standBy(Shutdown shutdown) throws InterruptedException {
        try (var server = serve()) {
            out.println(
                    "coordinator of fleet " + fleet + " stands by" + (server == null ? "" : " at " + server.url())
                            + ": another one leads");
            var taken = Optional.<Leadership>empty();
            while (taken.isEmpty() && !shutdown.await(LOOK_MS)) {
                taken = tryTake();
            }
            var later = server == null ? endpoint : server.endpoint();
            return taken.map(leadership -> new Elected(leadership, later));
        }
    }

    /** Null when the port is in use, e.g. by a leader on the same machine: it listens there once that one has ended. */
    private @Nullable StandbyServer serve() {
        try {
            return StandbyServer.start(new StandbyPages(meters), endpoint);
        } catch (HttpException e) {
            LOG.warn("this standby can't serve its status pages: {}", e.getMessage());
            return null;
        }
    }

    /** PostgreSQL may be down for a while: then the previous leader can't lead either. */
    private Optional<Leadership> tryTake() {
        try {
            return Leadership.tryTake(store, fleet, holder());
        } catch (StoreException.TooOld e) {
            throw e;
        } catch (StoreException e) {
            LOG.warn("this coordinator can't take the leadership of fleet {}: {}", fleet, e.getMessage());
            return Optional.empty();
        }
    }

    private static String holder() {
        return "pid " + ProcessHandle.current().pid();
    }

    /** The status pages of a coordinator while another one leads. */
    private record StandbyPages(Meters meters) implements StatusPages {

        /** Only of this process: the leader has the fleet's metrics. */
        @Override
        public String metrics(String type) {
            return meters.scrape(type);
        }

        @Override
        public boolean alive() {
            return true;
        }

        @Override
        public Readiness readiness() {
            return Readiness.lacking("standby: another coordinator leads");
        }
    }
}
