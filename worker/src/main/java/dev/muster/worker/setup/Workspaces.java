package dev.muster.worker.setup;

import dev.muster.common.bundle.CaseFiles;

/** Brings the files of a run to this worker. */
@FunctionalInterface
public interface Workspaces {

    /** What is wrong with an order that names no files. */
    String NONE = "the case has hooks or scripts, and its run brought no files; send the suite with this version";

    /** @throws SetupFailed when they can't be had */
    Workspace of(CaseFiles files) throws SetupFailed, InterruptedException;
}
