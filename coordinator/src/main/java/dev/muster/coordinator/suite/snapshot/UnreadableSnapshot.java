package dev.muster.coordinator.suite.snapshot;

import module java.base;

/** A file that is not a recorded reply. */
public final class UnreadableSnapshot extends Exception {

    UnreadableSnapshot(String file, String what) {
        super("the snapshot " + file + " " + what + "; delete it, or record it again with --update-snapshots");
    }
}
