package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;

public interface RunListener {

    void results(List<StoredCase> batch) throws IOException, InterruptedException;

    /** Called after each poll of the run, even without new results. */
    default void progress(StoredRun run) throws InterruptedException {}

    /** Called once when the coordinator has not answered for some seconds and polling continues. */
    default void waiting(String sentence) throws InterruptedException {}

    /** Called after each poll with what the run waits for. */
    default void waits(RunPage.Waiting now) throws InterruptedException {}
}
