package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import org.jspecify.annotations.Nullable;

/**
 * The quarantine of a run, as of its start.
 *
 * @param entries entries that had not expired
 * @param voids cases to which they do not apply nevertheless
 */
public record Quarantine(List<QuarantineEntry> entries, List<Exempt> voids) {

    /** No quarantine: every case counts. */
    public static final Quarantine NONE = new Quarantine(List.of(), List.of());

    /** A case that fails this often in a row is broken, not flaky. */
    public static final int CONSISTENT = 5;

    public Quarantine {
        entries = List.copyOf(Objects.requireNonNullElse(entries, List.of()));
        voids = List.copyOf(Objects.requireNonNullElse(voids, List.of()));
    }

    /**
     * A case that an entry can't mute, since it fails all the time.
     *
     * @param entry the index of the entry, from 0
     * @param cell where it fails
     * @param key null when the entry covers so many such cases that it does not apply at all
     * @param failures number of consecutive failed runs; without a key, number of cases that fail like this
     */
    public record Exempt(int entry, int cell, @Nullable String key, int failures) {}

    /** Returns why an entry does not apply, for human users. */
    public String described(Exempt exempt) {
        var entry = entries.get(exempt.entry());
        var subject = "the quarantine at " + entry.at() + " (" + entry.owner() + ") ";
        return exempt.key() == null
                ? subject + "is ignored: " + exempt.failures() + " of its cases failed in each of their last "
                        + CONSISTENT + " runs or more, so they are not flaky; fix them, or remove the entry"
                : subject + "is ignored for " + exempt.key() + ": it failed in each of its last " + exempt.failures()
                        + " runs, so it is not flaky; fix it, or remove the entry";
    }
}
