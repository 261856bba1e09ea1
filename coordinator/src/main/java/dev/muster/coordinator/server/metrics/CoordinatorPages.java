package dev.muster.coordinator.server.metrics;

import module java.base;
import dev.muster.common.status.Memoized;
import dev.muster.common.status.StatusPages;
import dev.muster.common.status.StatusPages.Readiness;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.FleetStatus;

/** The status pages of a coordinator; it asks the scheduler and the database at most once a second. */
public final class CoordinatorPages implements StatusPages {

    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final long PATIENCE_S = 2;

    private final Consumer<FleetStatus> shown;
    private final UnaryOperator<String> scrape;
    private final Memoized<Optional<FleetStatus>> status;
    private final Memoized<Readiness> readiness;

    /**
     * @param shown receives the fleet's newest status before each scrape
     * @param scrape returns all metrics in a format
     */
    public CoordinatorPages(Coordinator coordinator, Consumer<FleetStatus> shown, UnaryOperator<String> scrape,
            Ticker ticker) {
        this.shown = shown;
        this.scrape = scrape;
        this.status = new Memoized<>(() -> status(coordinator), KEPT, ticker);
        this.readiness = new Memoized<>(coordinator::readiness, KEPT, ticker);
    }

    @Override
    public synchronized String metrics(String type) {
        status.get().ifPresent(shown);
        return scrape.apply(type);
    }

    /** Whether the scheduler's thread answers. */
    @Override
    public boolean alive() {
        return status.get().isPresent();
    }

    @Override
    public Readiness readiness() {
        return readiness.get();
    }

    private static Optional<FleetStatus> status(Coordinator coordinator) {
        return coordinator.requestedStatus().thenApply(Optional::of).exceptionally(_ -> Optional.empty())
                .completeOnTimeout(Optional.empty(), PATIENCE_S, TimeUnit.SECONDS).join();
    }
}
