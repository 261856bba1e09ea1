package dev.muster.common.channel;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads a topic. Used by one thread. */
public interface Feed extends AutoCloseable {

    /**
     * The next records, waiting for the first one.
     *
     * @return empty when none came in time
     * @throws ChannelException when the carrier fails for good; passing troubles are waited out
     * @throws InterruptedException when the thread was interrupted
     */
    List<Entry> poll(Duration atMost) throws InterruptedException;

    /** Offset of the next record to read, by partition. */
    Map<Integer, Long> positions();

    /** Records that are there and were not read yet, as far as it knows without asking. */
    long lag();

    /** Remembers, for a feed opened with {@link From.Committed}, that records before these offsets are dealt with. */
    void commit(Map<Integer, Long> offsets);

    @Override
    void close();
}
