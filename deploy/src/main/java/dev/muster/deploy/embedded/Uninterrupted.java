package dev.muster.deploy.embedded;

import module java.base;

/**
 * Hides a thread's interrupt while it starts or stops a server, and restores it afterwards. An interrupt closes a file
 * channel and so drops the file lock: the server would be left running, or stopped while another process uses it.
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
