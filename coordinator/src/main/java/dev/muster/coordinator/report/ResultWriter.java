package dev.muster.coordinator.report;

import dev.muster.coordinator.run.StoredCase;
import java.io.IOException;
import java.util.List;

/**
 * A form that the results of a run are written in. It hears of the run from its head to its end, and holds no more of
 * it than a few numbers for each case; what it must order or group it keeps in a {@link Spool}.
 */
public interface ResultWriter extends AutoCloseable {

    /** Told once, before any result. */
    void begin(RunHead head) throws IOException;

    /** Results as they come. */
    void write(List<StoredCase> batch) throws IOException;

    /** Told once, after the last result; then all is written. */
    void end(RunEnd end) throws IOException;

    /** Lets go of what it holds; without an {@link #end} before it, what it wrote is a part. */
    @Override
    void close() throws IOException;
}
