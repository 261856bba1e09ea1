package dev.muster.common.script.host;

import module java.base;

/** The outcome of a call. */
public sealed interface HostOutcome {

    /**
     * The script answered.
     *
     * @param printed its console output, or the beginning of it
     */
    record Answered(String json, String printed) implements HostOutcome {}

    /**
     * The script failed, or is invalid.
     *
     * @param place {@code FOLDER/file:line:column}; empty when unknown
     * @param printed its console output, or the beginning of it
     */
    record Threw(String error, String place, String printed) implements HostOutcome {}

    /** The script exceeded its time limit. */
    record OverTime(Duration limit) implements HostOutcome {}

    /**
     * The caller's time ran out before the script's own.
     *
     * @param ran how long the last try ran
     * @param limit the script's own time limit
     */
    record OutOfTime(Duration ran, Duration limit) implements HostOutcome {}

    /** The script exceeded the memory limit. */
    record OverMemory(int mebibytes) implements HostOutcome {}

    /** There was no host, or it crashed while running only this call. */
    record Broken(String why) implements HostOutcome {}
}
