package dev.muster.worker.setup;

import dev.muster.common.bundle.CaseFiles;

/** Brings the files of a run to this worker. */
@FunctionalInterface
public interface Workspaces {

    /** The error for an order that names no files. */
    String NONE = "the case has hooks or scripts, and its run brought no files; send the suite with this version";

    /** @throws SetupFailed when they can't be fetched */
    Workspace of(CaseFiles files) throws SetupFailed, InterruptedException;
}
