package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Reads the values of a text one by one; of a top-level list, its items. Unreadable values are faults and skipped. */
public interface NodeStream extends AutoCloseable {

    /** Returns the next value, or null after the last one. */
    @Nullable
    Node next() throws IOException;

    @Override
    void close() throws IOException;
}
