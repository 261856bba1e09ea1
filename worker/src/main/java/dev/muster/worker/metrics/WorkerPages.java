package dev.muster.worker.metrics;

import module java.base;
import dev.muster.common.status.StatusPages;
import dev.muster.worker.Worker;

/** The status pages of a worker; a scrape returns all metrics as text. */
public record WorkerPages(Worker worker, Supplier<String> scrape) implements StatusPages {

    @Override
    public String metrics() {
        return scrape.get();
    }

    @Override
    public boolean alive() {
        return worker.alive();
    }

    @Override
    public StatusPages.Readiness readiness() {
        return worker.readiness();
    }
}
