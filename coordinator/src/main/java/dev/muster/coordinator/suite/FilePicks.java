package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.pick.Selection;
import org.jspecify.annotations.Nullable;

/** Decides which cases of one file are read completely, and counts the others. */
final class FilePicks implements Predicate<Candidate> {

    private static final int MOST_IDS = 10_000;

    private final @Nullable Set<String> only;
    private final Selection selection;
    private final Set<String> found = new HashSet<>();
    private final Set<String> others = new LinkedHashSet<>();
    private long passedOver;

    /** @param only the ids of the single cases to take; null for all */
    FilePicks(@Nullable Set<String> only, Selection selection) {
        this.only = only;
        this.selection = selection;
    }

    @Override
    public boolean test(Candidate candidate) {
        boolean taken = isPicked(candidate) && selection.takes(candidate);
        passedOver += taken ? 0 : 1;
        return taken;
    }

    /** The id of a case with {@code each} means all of its rows. */
    private boolean isPicked(Candidate candidate) {
        var id = candidate.id();
        if (only == null) {
            return true;
        }
        var picked = Stream.of(Optional.of(id), Optional.ofNullable(candidate.table())).flatMap(Optional::stream)
                .filter(only::contains).toList();
        if (!picked.isEmpty()) {
            found.addAll(picked);
            return true;
        }
        if (others.size() < MOST_IDS) {
            others.add(id);
        }
        return false;
    }

    /** Returns how many cases were not taken. */
    long passedOver() {
        return passedOver;
    }

    /** Passes on each picked id that no case has, with what is wrong. */
    void reportMissing(BiConsumer<String, String> to) {
        if (only != null) {
            only.stream().filter(id -> !found.contains(id)).forEach(id -> to.accept(id,
                    "case '" + id + "' is not in this file" + Selection.nearest(id, others)));
        }
    }
}
