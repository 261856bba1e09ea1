package dev.muster.coordinator.run;

import dev.muster.common.config.QuarantineEntry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The quarantine of a run, as it was when the run began.
 *
 * @param entries those that had not expired
 * @param voids for what they do not hold all the same
 */
public record Quarantine(List<QuarantineEntry> entries, List<Exempt> voids) {

    /** Every case counts. */
    public static final Quarantine NONE = new Quarantine(List.of(), List.of());

    /** So often a case fails in a row that is broken, and not flaky. */
    public static final int CONSISTENT = 5;

    public Quarantine {
        entries = List.copyOf(Objects.requireNonNullElse(entries, List.of()));
        voids = List.copyOf(Objects.requireNonNullElse(voids, List.of()));
    }

    /**
     * A case that an entry can't keep quiet, since it fails all the time.
     *
     * @param entry the place of the entry, from 0
     * @param cell where it fails
     * @param key null when the entry is of so many such cases that it holds for none
     * @param failures in how many runs in a row; without a key, how many cases fail so
     */
    public record Exempt(int entry, int cell, @Nullable String key, int failures) {}

    /** Why an entry does not hold, for people. */
    public String told(Exempt exempt) {
        var entry = entries.get(exempt.entry());
        var subject = "the quarantine at " + entry.at() + " (" + entry.owner() + ") ";
        return exempt.key() == null
                ? subject + "is void: " + exempt.failures() + " of its cases failed in each of their last "
                        + CONSISTENT + " runs or more, so they are not flaky; mend them, or take the entry away"
                : subject + "is void for " + exempt.key() + ": it failed in each of its last " + exempt.failures()
                        + " runs, so it is not flaky; mend it, or take the entry away";
    }
}
