package dev.muster.cli.embedded;

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
        return uninterrupted(() -> {
            long end = System.nanoTime() + longest.toNanos();
            Optional<T> found = look.get();
            while (found.isEmpty() && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(INTERVAL_NANOS);
                found = look.get();
            }
            return found;
        });
    }

    /**
     * Hides this thread's interrupt while it starts or stops a server, and restores it afterwards. An interrupt closes
     * a file channel and so drops the file lock: the server would be left running, or stopped while another process
     * uses it.
     */
    static <T> T uninterrupted(Supplier<T> action) {
        boolean interrupted = Thread.interrupted();
        try {
            return action.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
