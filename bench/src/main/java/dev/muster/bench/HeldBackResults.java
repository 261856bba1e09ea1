package dev.muster.bench;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import org.jspecify.annotations.Nullable;

/**
 * A channel that releases no results until a given number of them is there, to measure how fast they are stored, not
 * how fast they come.
 */
final class HeldBackResults implements Channel {

    private static final long LOOK_MS = 20;

    private final Channel channel;
    private final Runnable opened;
    private volatile long awaited;
    private volatile boolean open;

    /** @param opened run on the thread that reads results, when it begins to read them */
    HeldBackResults(Channel channel, Runnable opened) {
        this.channel = channel;
        this.opened = opened;
    }

    /** Holds results back until that many, counted from the start, are there. */
    void holdBack(long results) {
        awaited = results;
        open = false;
    }

    @Override
    public Feed feed(Topic topic, From from) {
        var feed = channel.feed(topic, from);
        return topic == Topic.RESULTS ? new HeldBack(feed) : feed;
    }

    @Override
    public int inboxes() {
        return channel.inboxes();
    }

    @Override
    public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
        return channel.append(topic, partition, key, value);
    }

    @Override
    public Map<Integer, Long> ends(Topic topic) {
        return channel.ends(topic);
    }

    @Override
    public long end(Topic topic, int partition) {
        return channel.end(topic, partition);
    }

    @Override
    public void close() {
        channel.close();
    }

    private boolean letThrough() {
        if (!open && channel.ends(Topic.RESULTS).values().stream().mapToLong(Long::longValue).sum() >= awaited) {
            open = true;
            opened.run();
        }
        return open;
    }

    private final class HeldBack implements Feed {

        private final Feed feed;

        HeldBack(Feed feed) {
            this.feed = feed;
        }

        @Override
        public List<Entry> poll(Duration atMost) throws InterruptedException {
            if (letThrough()) {
                return feed.poll(atMost);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            return List.of();
        }

        @Override
        public Map<Integer, Long> positions() {
            return feed.positions();
        }

        @Override
        public long lag() {
            return feed.lag();
        }

        @Override
        public void commit(Map<Integer, Long> offsets) {
            feed.commit(offsets);
        }

        @Override
        public void close() {
            feed.close();
        }
    }
}
