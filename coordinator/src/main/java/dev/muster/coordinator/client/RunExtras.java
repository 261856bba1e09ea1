package dev.muster.coordinator.client;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * @param reporter {@code --reporter}; null when it was not given
 * @param updatesSnapshots {@code --update-snapshots}: record replies instead of comparing them
 * @param standardInput what {@code -i -} reads
 * @param local whether its results are kept in this home, where a project is its folder
 */
public record RunExtras(@Nullable String reporter, boolean updatesSnapshots, Supplier<InputStream> standardInput,
        boolean local, GivenMessages messages) {

    public static final RunExtras NONE = new RunExtras(null, false, InputStream::nullInputStream, true);

    public RunExtras(@Nullable String reporter, boolean updatesSnapshots, Supplier<InputStream> standardInput,
            boolean local) {
        this(reporter, updatesSnapshots, standardInput, local, GivenMessages.NONE);
    }
}
