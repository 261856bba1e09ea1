package dev.muster.coordinator.run;

import java.util.Locale;

/** What of an earlier run is to be run, from its stored cases and with its settings. */
public enum RerunRequest {
    /** What has no result, or was cancelled: the same run goes on. */
    REST,
    /** What ended in an error: a new run. */
    ERRORS,
    /** What failed: a new run. */
    FAILED;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
