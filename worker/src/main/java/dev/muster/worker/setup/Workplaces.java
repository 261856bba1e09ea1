package dev.muster.worker.setup;

import dev.muster.common.bundle.CaseFiles;

/** Brings the files of a run to this worker. */
@FunctionalInterface
public interface Workplaces {

    /** @throws SetupFailed when they can't be had */
    Workplace of(CaseFiles files) throws SetupFailed, InterruptedException;
}
