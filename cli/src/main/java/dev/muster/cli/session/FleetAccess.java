package dev.muster.cli.session;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** The open fleet of a run. */
public sealed interface FleetAccess extends AutoCloseable permits LocalAccess, RemoteAccess {

    /** Waits until the fleet is up. */
    Runs runs();

    /** Rejects what a fleet in this process can't do, before it is up; a remote fleet rejects by itself. */
    void check(WorkerNeeds needs) throws BadInput;

    /** Provides the fleet with a run's files. */
    CaseFiles bring(ProjectFiles files) throws IOException, RefusedRun;

    /** Returns where a fleet elsewhere is; null for this process. */
    @Nullable
    String coordinators();

    /** Returns the command that continues a run of this fleet. */
    default String goingOnWith(String run) {
        return "muster run --resume " + run + (coordinators() == null ? "" : " --coordinator " + coordinators());
    }

    /** Returns the command that continues a stopped run; null when nothing is left to run. */
    default @Nullable String goingOnWith(StoredRun run) {
        return run.counts().cancelled() > 0 ? goingOnWith(run.id()) : null;
    }

    @Override
    void close();
}
