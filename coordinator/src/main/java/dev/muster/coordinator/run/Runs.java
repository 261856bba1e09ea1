package dev.muster.coordinator.run;

import module java.base;

/** The operations of a fleet for a client, in this process or over the network. */
public interface Runs extends PastRuns {

    /**
     * Starts a run.
     *
     * @param suite every case with its target named
     * @return the run's id
     * @throws RefusedRun when the fleet can't run it; the message is a sentence
     * @throws IOException when the fleet can't be reached
     */
    String submit(RunRequest request, Iterator<CaseDefinition> suite) throws IOException, RefusedRun;

    /**
     * Reruns cases of an earlier run, as they are stored.
     *
     * @param run its id, or a prefix of it
     * @throws RefusedRun when there is no such run, or nothing of it to run
     */
    StartedRun rerun(String run, RerunRequest what) throws IOException, RefusedRun;

    /** Waits for the first result after a sequence number; none means that the run is over. Empty: no such run. */
    Optional<RunPage> follow(String run, long after, Duration wait) throws IOException, InterruptedException;

    /** Returns what is new in a run that is over, since its baseline in the store. */
    News news(String run) throws IOException;

    /** Dispatches nothing more; cases in flight are cut off after the grace time. A shorter one wins. */
    void stop(String run, Stopping how) throws IOException, RefusedRun;

    /** Dispatches nothing until the run is resumed; cases in flight end normally. */
    void pause(String run) throws IOException, RefusedRun;

    void continueRun(String run) throws IOException, RefusedRun;
}
