package dev.muster.worker.setup;

import module java.base;

import dev.muster.common.bundle.CaseFiles;

/** Brings the files of a run to this worker. */
@FunctionalInterface
public interface Workspaces {

    /** The error for an order that names no files. */
    String NONE = "the case has hooks or scripts, and its run brought no files; send the suite with this version";

    /** Uses the files where they are, for a worker in the client's own process. */
    Workspaces IN_PLACE = files -> switch (files) {
        case CaseFiles.InPlace(var root, var scripts) -> new Workspace(Path.of(root), Path.of(root).resolve(scripts));
        case CaseFiles.Bundled _ ->
            throw SetupFailed.files("the case's files are at a coordinator, and this worker has none", false);
        case CaseFiles.None _ -> throw SetupFailed.files(NONE, false);
    };

    /** @throws SetupFailed when they can't be fetched */
    Workspace of(CaseFiles files) throws SetupFailed, InterruptedException;
}
