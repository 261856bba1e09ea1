package dev.muster.deploy.embedded;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Looks every two milliseconds: what another process does (a lock it leaves, a file it writes) comes with no signal. */
final class Poll {

    private static final long INTERVAL_NANOS = Duration.ofMillis(2).toNanos();

    private Poll() {}

    /** True as soon as the condition holds, false when it did not within the time. Goes on when interrupted. */
    static boolean until(Duration longest, BooleanSupplier condition) {
        return find(longest, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()).isPresent();
    }

    /** The thing as soon as it is there, empty when it was not within the time. Goes on when interrupted. */
    static <T> Optional<T> find(Duration longest, Supplier<Optional<T>> look) {
        return Uninterrupted.call(() -> {
            long end = System.nanoTime() + longest.toNanos();
            Optional<T> found = look.get();
            while (found.isEmpty() && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(INTERVAL_NANOS);
                found = look.get();
            }
            return found;
        });
    }
}
