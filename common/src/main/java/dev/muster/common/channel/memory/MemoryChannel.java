package dev.muster.common.channel.memory;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import org.jspecify.annotations.Nullable;

/** A channel in memory. Drops records that every open feed has read, so its size does not grow with a run. */
public final class MemoryChannel implements Channel {

    private final Map<Topic, MemoryTopic> topics = new EnumMap<>(Topic.class);

    private final int inboxes;

    public MemoryChannel(InstantSource clock, int inboxes) {
        this.inboxes = inboxes;
        for (var topic : Topic.values()) {
            topics.put(topic, new MemoryTopic(topic, topic.partitions(inboxes), clock));
        }
    }

    @Override
    public int inboxes() {
        return inboxes;
    }

    @Override
    public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
        return CompletableFuture.completedFuture(of(topic).append(partition, key, value));
    }

    @Override
    public Feed feed(Topic topic, From from) {
        return of(topic).open(from);
    }

    @Override
    public Map<Integer, Long> ends(Topic topic) {
        return new HashMap<>(of(topic).ends());
    }

    @Override
    public long end(Topic topic, int partition) {
        return of(topic).end(partition);
    }

    @Override
    public void close() {
        topics.values().forEach(MemoryTopic::close);
    }

    private MemoryTopic of(Topic topic) {
        return Objects.requireNonNull(topics.get(topic));
    }
}
