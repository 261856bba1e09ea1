package dev.muster.coordinator.analysis.comparison;

import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;

/**
 * A case that changed between two sides.
 *
 * @param cause why it does not pass on the side where it does not; {@code flaky} where it passed in the end; null when
 * it is on one side only
 * @param reason the beginning of why, in words; null when it is not known, or was not looked up
 * @param first null when only the second side has it
 * @param second null when only the first side has it
 */
public record Change(String key, Kind kind, @Nullable String cause, @Nullable String reason, @Nullable Tries first,
        @Nullable Tries second) {

    Change with(@Nullable String why) {
        return new Change(key, kind, cause, why, first, second);
    }

    /**
     * What came of a case on one side.
     *
     * @param number of the case in its run
     * @param counted repeats in the rates
     */
    public record Tries(int number, int passed, int counted) {

        /** Returns {@code 2/3}. */
        public String text() {
            return passed + "/" + counted;
        }
    }

    public enum Kind implements Wire {
        /** All its repeats passed on the first side, not all on the second. */
        NEWLY_FAILING,
        /** Not all its repeats passed on the first side, all on the second. */
        NEWLY_PASSING,
        /** Only the first side has it. */
        MISSING,
        /** Only the second side has it. */
        NEW;

        public String words() {
            return wire().replace('_', ' ');
        }
    }
}
