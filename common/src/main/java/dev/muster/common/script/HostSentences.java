package dev.muster.common.script;

import module java.base;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.time.Durations;

/** Words why a script gave no answer, to follow its name. */
final class HostSentences {

    private HostSentences() {}

    static String of(HostOutcome outcome) {
        return switch (outcome) {
            case HostOutcome.Answered answered -> " answered";
            case HostOutcome.Threw(var error, var place, var printed) -> ": " + error
                    + (place.isEmpty() ? "" : " (" + place + ")")
                    + (printed.isEmpty() ? "" : "; it printed: " + printed);
            case HostOutcome.OverTime(var limit) -> " ran longer than " + Durations.text(limit) + " and was stopped";
            case HostOutcome.OutOfTime(var ran, var limit) ->
                " had run for " + Durations.text(ran.truncatedTo(ChronoUnit.SECONDS)) + " of the "
                        + Durations.text(limit) + " that a call may take, and was stopped";
            case HostOutcome.OverMemory(var mebibytes) -> " needed more than the " + mebibytes
                    + " MiB of memory that scripts have, and was stopped; MUSTER_SCRIPT_MEMORY raises the limit";
            case HostOutcome.Broken(var why) -> " could not be run: " + why;
        };
    }
}
