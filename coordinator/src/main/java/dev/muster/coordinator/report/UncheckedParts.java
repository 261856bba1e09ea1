package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.run.RunSettings;
import org.jspecify.annotations.Nullable;

/** Counts the cases that passed although a part of what their suite checks was not checked. Not thread-safe. */
final class UncheckedParts {

    private int cases;
    private @Nullable String first;

    /** Whether only the results themselves say what a strict run fails for. */
    static boolean mayFail(RunSettings settings) {
        var gate = settings.policies().gate();
        return gate.strict() && !gate.allowUnchecked();
    }

    void add(CaseResult result) {
        if (result.passedUnchecked()) {
            return; // the gate says so itself
        }
        result.partUnchecked().ifPresent(sentence -> {
            cases++;
            first = first == null ? result.identity().id() + ": "
                    + sentence.substring(CaseResult.NOT_CHECKED.length()) : first;
        });
    }

    /** Returns what to doubt, with the first case's reason. */
    Optional<String> doubt(RunSettings settings) {
        return first == null || settings.policies().gate().allowUnchecked() ? Optional.empty()
                : Optional.of((cases == 1 ? "1 case" : cases + " cases")
                        + " passed although a part of the suite was not checked: " + first
                        + "; gate.allow_unchecked accepts that");
    }
}
