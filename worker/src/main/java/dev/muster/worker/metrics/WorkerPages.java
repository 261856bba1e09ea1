package dev.muster.worker.metrics;

import module java.base;
import dev.muster.common.status.StatusPages;
import dev.muster.worker.Worker;

/** The status pages of a worker; a scrape returns all metrics as text. */
public record WorkerPages(Worker worker, UnaryOperator<String> scrape) implements StatusPages {

    @Override
    public String metrics(String type) {
        return scrape.apply(type);
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
