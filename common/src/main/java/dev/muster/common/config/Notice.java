package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Wire;

/**
 * An address that is notified of the end of a run. Values may contain {@code ${ENV.NAME}}.
 *
 * @param headers sent with it
 */
public record Notice(String url, Map<String, String> headers, When when) {

    /** The runs that it is notified of. */
    public enum When implements Wire {
        /** Runs in which cases fail that passed in the baseline, or that fail where there is no baseline. */
        NEWLY_FAILING,
        /** Runs that end with an exit code other than 0. */
        NOT_PASSED,
        ALWAYS
    }
}
