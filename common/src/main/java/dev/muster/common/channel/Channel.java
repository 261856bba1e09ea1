package dev.muster.common.channel;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * An ordered, partitioned log per topic. The contract, the same for every carrier: every feed sees an acknowledged record
 * once, in the order of its partition; offsets increase; {@link Topic#WORKERS} times never go back.
 */
public interface Channel extends AutoCloseable {

    /** Maximum size of a record in bytes; one that never leaves this process has no size. */
    int MAX_RECORD = 16 << 20;

    int INBOXES = 256;

    /** Returns the partitions of {@link Topic#CASES}: the maximum number of workers in the fleet. */
    int inboxes();

    /** Whether each record costs something, so that several messages are better sent as one. */
    default boolean paysPerRecord() {
        return false;
    }

    /**
     * Appends a record.
     *
     * @param value null is a tombstone (compacted topics only)
     * @return its offset, once it is durable; fails with {@link RecordTooLarge}, or with another {@link ChannelException}
     *     when that is not known
     */
    CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value);

    /** Opens a feed; each belongs to one thread, which also closes it. */
    Feed feed(Topic topic, From from);

    /** Returns the offsets after the newest record, by partition; a {@link ChannelException} without an answer. */
    Map<Integer, Long> ends(Topic topic);

    /** Returns the offset after the newest record of one partition; fails in the same way. */
    long end(Topic topic, int partition);

    @Override
    void close();
}
