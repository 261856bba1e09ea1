package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;

/**
 * What is new in a run since its baseline.
 *
 * @param baseline the newest run, or the result file, that it was held against; null when there is none
 * @param groups by kind; a kind without cases has none
 */
public record News(@Nullable String baseline, List<Group> groups) {

    /** Without a baseline. */
    public static final News NONE = new News(null, List.of());
    /** Maximum cases named of one kind. */
    public static final int NAMED = 20;

    public News {
        groups = List.copyOf(groups);
    }

    /** What happened to a case in a cell, in the order of importance. */
    public enum Kind implements Wire {
        /** It did not fail, and fails now: fewer than half of its judged repeats pass. */
        NEWLY_FAILING,
        /** The same, or {@link #WAVERING}, with another definition than before. */
        CHANGED,
        /** Some of its repeats fail now. */
        WAVERING,
        /** Not all its repeats pass, and it never had a verdict before. */
        NEW,
        NEWLY_SKIPPED,
        FIXED,
        /** It passed, but only when it was tried again. */
        FLAKY,
        STILL_FAILING;

        /** Returns a title such as {@code Newly failing}. */
        public String title() {
            var words = this == NEW ? "new, not passing" : wire().replace('_', ' ');
            return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
        }
    }

    /** @param named the first of its cases, in the order of the suite */
    public record Group(Kind kind, long cases, List<Changed> named) {

        public Group {
            named = List.copyOf(named);
        }
    }

    /**
     * A case in a cell.
     *
     * @param cell the agent, and the connector that the run chose
     * @param before such as {@code 3/3}, for the judged repeats that passed, or {@code skipped}; null when there is none
     * @param reason why it does not pass; null when it does
     */
    public record Changed(String key, String cell, @Nullable String before, String after, @Nullable String reason) {

        /** Returns both results, such as {@code 3/3 → 0/3}. */
        public String tries() {
            return (before == null ? "–" : before) + " → " + after;
        }
    }

    public long of(Kind kind) {
        return groups.stream().filter(group -> group.kind() == kind).mapToLong(Group::cases).sum();
    }
}
