package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.bundle.CaseFiles;

/** Uses the files where they are, for a worker in the client's own process. */
public record InPlaceFiles() implements Workspaces {

    @Override
    public Workspace of(CaseFiles files) throws SetupFailed {
        return switch (files) {
            case CaseFiles.InPlace(var root, var scripts) ->
                new Workspace(Path.of(root), Path.of(root).resolve(scripts));
            case CaseFiles.Bundled bundled ->
                throw SetupFailed.files("the case's files are at a coordinator, and this worker has none", false);
            case CaseFiles.None none -> throw SetupFailed.files(NONE, false);
        };
    }
}
