package dev.muster.common.channel;

import module java.base;

/** Reads a topic. Belongs to one thread. */
public interface Feed extends AutoCloseable {

    /**
     * Returns the next records; waits for the first one.
     *
     * @return empty when none arrives in time
     * @throws ChannelException when the carrier fails permanently; waits out temporary failures
     */
    List<Entry> poll(Duration atMost) throws InterruptedException;

    /** Returns the offset of the next record to read, by partition. */
    Map<Integer, Long> positions();

    /** Returns the number of unread records, as far as known without asking the carrier. */
    long lag();

    @Override
    void close();
}
