package dev.muster.common.channel.memory;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import org.jspecify.annotations.Nullable;

/** Reads a {@link MemoryTopic}; its positions change only under the topic's lock. */
final class MemoryFeed implements Feed {

    private final MemoryTopic topic;
    private final Map<Integer, Long> positions;
    private final @Nullable String group;

    MemoryFeed(MemoryTopic topic, Map<Integer, Long> positions, @Nullable String group) {
        this.topic = topic;
        this.positions = positions;
        this.group = group;
    }

    boolean reads(int partition) {
        return positions.containsKey(partition);
    }

    long position(int partition) {
        return Objects.requireNonNull(positions.get(partition));
    }

    @Override
    public List<Entry> poll(Duration atMost) throws InterruptedException {
        return topic.take(positions, atMost.toNanos());
    }

    @Override
    public Map<Integer, Long> positions() {
        return new HashMap<>(positions);
    }

    @Override
    public long lag() {
        return topic.lag(positions);
    }

    @Override
    public void commit(Map<Integer, Long> offsets) {
        if (group != null) {
            topic.commit(group, offsets);
        }
    }

    @Override
    public void close() {
        topic.forget(this);
    }
}
