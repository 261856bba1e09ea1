package dev.muster.coordinator.suite.source;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The values of a text, one by one; of a list at the top, its items. What cannot be read is a fault and passed over. */
public interface NodeStream extends AutoCloseable {

    /** The next value, or null behind the last one. */
    @Nullable
    Node next() throws IOException;

    @Override
    void close() throws IOException;
}
