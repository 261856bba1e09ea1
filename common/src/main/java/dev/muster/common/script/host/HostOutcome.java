package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.time.Durations;

/** The outcome of a call. */
public sealed interface HostOutcome {

    /** The script answered; {@code printed} is its console output, or the beginning of it. */
    record Answered(String json, String printed) implements HostOutcome {}

    /** The script failed, or is invalid; the place is {@code FOLDER/file:line:column}, or empty when unknown. */
    record Threw(String error, String place, String printed) implements HostOutcome {}

    /** The script exceeded its time limit. */
    record OverTime(Duration limit) implements HostOutcome {}

    /** The caller's time ran out before the script's own limit. */
    record OutOfTime(Duration ran, Duration limit) implements HostOutcome {}

    /** The script exceeded the memory limit. */
    record OverMemory(int mebibytes) implements HostOutcome {}

    /** The host ended while it ran this call, but not because of its timeout. */
    record Lost(int exitCode) implements HostOutcome {}

    /** There was no host. */
    record Broken(String why) implements HostOutcome {}

    /** Words the outcome, to follow the script's name. */
    default String sentence() {
        return switch (this) {
            case Answered _ -> " answered";
            case Threw(var error, var place, var printed) -> ": " + error
                    + (place.isEmpty() ? "" : " (" + place + ")")
                    + (printed.isEmpty() ? "" : "; it printed: " + printed);
            case OverTime(var limit) -> " ran longer than " + Durations.text(limit) + " and was stopped";
            case OutOfTime(var ran, var limit) ->
                " had run for " + Durations.text(ran.truncatedTo(ChronoUnit.SECONDS)) + " of the "
                        + Durations.text(limit) + " that a call may take, and was stopped";
            case OverMemory(var mebibytes) -> " needed more than the " + mebibytes
                    + " MiB of memory that scripts have, and was stopped; MUSTER_SCRIPT_MEMORY raises the limit";
            case Lost(var exitCode) -> " could not be run: the script host ended again, with exit code " + exitCode;
            case Broken(var why) -> " could not be run: " + why;
        };
    }
}
