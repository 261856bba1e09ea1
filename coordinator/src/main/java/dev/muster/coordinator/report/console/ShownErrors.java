package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.CaseResult;

/** The errors that a console has shown in full, each with the first case that has it. Not thread-safe. */
public final class ShownErrors {

    /** A shorter error takes one line, as a reference to it would. */
    private static final int SHORT = 80;
    private static final int MOST = 100;
    private final Map<String, String> firstIds = new HashMap<>();

    /** Returns an error, or a reference to the first case that has the same. */
    String shown(String error, CaseResult result) {
        if (error.length() <= SHORT) {
            return error;
        }
        var first = firstIds.get(error);
        if (first == null && firstIds.size() < MOST) {
            firstIds.put(error, result.identity().id());
        }
        return first == null || first.equals(result.identity().id()) ? error
                : "the same error as in [" + first + "]";
    }
}
