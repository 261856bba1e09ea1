package dev.muster.deploy.embedded;

import java.util.function.Supplier;

/**
 * Hides the interrupt of a thread while it starts or stops a server, and shows it again afterwards. An interrupt closes
 * a file channel and with it drops the file lock: the server would be left running, or stopped under another's feet.
 */
final class Uninterrupted {

    private Uninterrupted() {}

    static <T> T call(Supplier<T> action) {
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
