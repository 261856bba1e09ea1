package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What is new in a run since its baseline.
 *
 * @param baseline the newest run, or the result file, that it was held against; null when there is none
 * @param groups by kind; a kind without cases has none
 */
public record News(@Nullable String baseline, List<NewsGroup> groups) {

    /** Without a baseline. */
    public static final News NONE = new News(null, List.of());
    /** Maximum cases named of one kind. */
    public static final int NAMED = 20;

    public News {
        groups = List.copyOf(groups);
    }

    /**
     * Says that there is nothing new, in lower case and without a full stop.
     *
     * @param errors results that say nothing about the agent, so that nothing is known about these cases
     */
    public static String nothing(int errors) {
        return "nothing new" + (errors == 0 ? "" : "; " + errors
                + (errors == 1 ? " error was not compared" : " errors were not compared"));
    }

    public long of(NewsKind kind) {
        return groups.stream().filter(group -> group.kind() == kind).mapToLong(NewsGroup::cases).sum();
    }
}
