package dev.muster.coordinator.server.scheduler;

import module java.base;

/**
 * The reason why nothing of a run is in flight.
 *
 * @param waiting workers that wait for an inbox
 */
record StallReason(ActiveRun run, Workers workers, int waiting, boolean storeHealthy) {

    /** Returns a part of a sentence; empty while something is in flight, or soon will be. */
    Optional<String> why() {
        if (run.ledger().assignedCount() > 0 || run.stopped() != null || run.ledger().done()) {
            return Optional.empty();
        }
        if (run.time().isPaused()) {
            return Optional.of("the run is paused; muster continue " + run.id() + " lets it go on");
        }
        if (!storeHealthy) {
            return Optional.of("the fleet's database does not take what it is given");
        }
        return ofWorkers();
    }

    private Optional<String> ofWorkers() {
        int slots = workers.slots();
        if (slots == 0) {
            return Optional.of("the fleet has no worker");
        }
        var unmet = workers.unmet(run.needs());
        if (unmet.isPresent()) {
            return Optional.of("no worker " + unmet.get().lacking() + "; the run is stopped unless one joins soon");
        }
        return workers.freest(run.needs()).isPresent() ? Optional.empty()
                : Optional.of("all slots of the fleet's workers are busy with other runs" + whoWaits());
    }

    private String whoWaits() {
        return waiting == 0 ? "" : ", and " + waiting + (waiting == 1 ? " worker waits" : " workers wait")
                + " for one of its " + workers.inboxes() + " inboxes (muster coordinator --inboxes)";
    }
}
