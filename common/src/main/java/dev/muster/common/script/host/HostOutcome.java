package dev.muster.common.script.host;

import java.time.Duration;

/** What came of a call. */
public sealed interface HostOutcome {

    /**
     * The script answered.
     *
     * @param printed what it wrote to its console, or the beginning of it
     */
    record Answered(String json, String printed) implements HostOutcome {}

    /**
     * The script broke, or is not as it should be.
     *
     * @param place {@code FOLDER/file:line:column}; empty when none is known
     * @param printed what it wrote to its console, or the beginning of it
     */
    record Threw(String error, String place, String printed) implements HostOutcome {}

    /** The script ran longer than it may. */
    record OverTime(Duration limit) implements HostOutcome {}

    /**
     * The time of whoever called it was over before the script's own.
     *
     * @param ran the last try
     * @param limit of the script's own time
     */
    record OutOfTime(Duration ran, Duration limit) implements HostOutcome {}

    /** The script needed more memory than there is. */
    record OverMemory(int mebibytes) implements HostOutcome {}

    /** There was no host, or it ended under this call alone. */
    record Broken(String why) implements HostOutcome {}
}
