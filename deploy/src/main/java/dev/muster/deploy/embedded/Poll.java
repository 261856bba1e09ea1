package dev.muster.deploy.embedded;

import module java.base;

/** Polls every two milliseconds: another process (a lock it releases, a file it writes) sends no signal. */
final class Poll {

    private static final long INTERVAL_NANOS = Duration.ofMillis(2).toNanos();

    private Poll() {}

    /** Returns true as soon as the condition holds, false when it does not in time. Continues when interrupted. */
    static boolean until(Duration longest, BooleanSupplier condition) {
        return find(longest, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()).isPresent();
    }

    /** Returns the value as soon as it is there, empty when it is not in time. Continues when interrupted. */
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
