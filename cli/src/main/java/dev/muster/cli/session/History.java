package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;

/** The runs that are kept, in a database or by a fleet; those of one project, where names count runs. */
public sealed interface History extends PastRuns, AutoCloseable permits StoredHistory, FleetHistory {

    ProjectScope scope() throws BadInput;

    /** Returns the newest runs that have these labels. */
    List<StoredRun> newest(Map<String, String> labels, int limit) throws IOException, BadInput, RefusedRun;

    /** Finds a run as a user names it. */
    StoredRun find(String name) throws IOException, BadInput, RefusedRun;

    /** Finds a run to delete, by a name that can't mean a run of no project. */
    StoredRun findToDelete(String name) throws IOException, BadInput, RefusedRun;

    /** Returns what a run that is not over is doing. */
    String state(StoredRun run);

    News news(StoredRun run) throws IOException;

    /** Deletes a run that is over, and returns how many results it had. */
    long delete(StoredRun run) throws IOException, RefusedRun;

    @Override
    void close();
}
