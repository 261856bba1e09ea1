package dev.muster.cli.session;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.Packer;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.WorkerNeeds;

/** A fleet at an address. */
public record RemoteAccess(RemoteRuns runs, Coordinators at) implements FleetAccess {

    @Override
    public void check(WorkerNeeds needs) {
        // its coordinator does
    }

    @Override
    public CaseFiles bring(ProjectFiles files) throws IOException, RefusedRun {
        return Packer.bring(files, runs.blobs());
    }

    @Override
    public String coordinators() {
        return at.toString();
    }

    @Override
    public void close() {
        runs.close();
    }
}
