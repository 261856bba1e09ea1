package dev.muster.common.channel;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * An ordered, partitioned log per topic. The contract, the same for every carrier: a record that was acknowledged is
 * seen by every feed, once, in the order of its partition; offsets grow; {@link Topic#WORKERS} times never step back.
 */
public interface Channel extends AutoCloseable {

    /** Largest record that is taken, in bytes; one that never leaves this process has no size. */
    int MAX_RECORD = 16 << 20;

    /** Inboxes of a fleet for which nobody said how many. */
    int INBOXES = 256;

    /** Partitions of {@link Topic#CASES}: most workers that the fleet can have. */
    int inboxes();

    /**
     * Appends a record.
     *
     * @param value null is a tombstone (compacted topics only)
     * @return its offset, once it can't be lost any more; fails with {@link RecordTooLarge}, or with
     *         another {@link ChannelException} when that is not known
     */
    CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value);

    /** Opens a feed; each is used by one thread, which also closes it. */
    Feed feed(Topic topic, From from);

    /**
     * Offsets after the newest record, by partition.
     *
     * @throws ChannelException when the carrier does not answer
     */
    Map<Integer, Long> ends(Topic topic);

    /**
     * Offset after the newest record of one partition.
     *
     * @throws ChannelException when the carrier does not answer
     */
    long end(Topic topic, int partition);

    @Override
    void close();
}
