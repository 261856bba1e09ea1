package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Reports once, after a while, why a run is stalled. Not thread-safe. */
public final class StallNotice {

    private static final long PATIENCE = Duration.ofSeconds(5).toNanos();

    private final Ticker ticker;
    private @Nullable String reason;
    private long since;
    private boolean told;

    public StallNotice(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns what to report now; takes why the run is stalled, null while it makes progress. */
    public Optional<String> look(@Nullable String why) {
        if (why == null || !why.equals(reason)) {
            reason = why;
            since = ticker.nanos();
            told = false;
        }
        if (why == null || told || ticker.nanos() - since < PATIENCE) {
            return Optional.empty();
        }
        told = true;
        return Optional.of(why);
    }
}
