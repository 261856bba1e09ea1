package dev.muster.common.channel.memory;

import module java.base;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import org.jspecify.annotations.Nullable;

/**
 * One topic: its partitions, the feeds that read it, and one lock over both. No monitor: while a reader holds it, each of
 * thousands of virtual threads that append would spin first.
 */
final class MemoryTopic {

    private static final int BATCH = 500;

    private final Topic topic;
    private final InstantSource clock;
    private final Map<Integer, MemoryPartition> partitions = new HashMap<>();
    private final Set<MemoryFeed> feeds = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Instant newest = Instant.MIN;
    private boolean closed;

    MemoryTopic(Topic topic, int partitions, InstantSource clock) {
        this.topic = topic;
        this.clock = clock;
        for (int partition = 0; partition < partitions; partition++) {
            this.partitions.put(partition, new MemoryPartition());
        }
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    long append(int partition, String key, @Nullable Payload value) {
        return locked(() -> {
            var into = partition(partition);
            var entry = new Entry(topic, partition, into.end(), now(), key, value);
            into.append(entry, topic == Topic.CONTROL);
            changed.signalAll();
            return entry.offset();
        });
    }

    MemoryFeed open(From from) {
        return locked(() -> {
            var feed = new MemoryFeed(this, start(from));
            feeds.add(feed);
            return feed;
        });
    }

    Map<Integer, Long> ends() {
        return locked(() -> each(MemoryPartition::end));
    }

    long end(int partition) {
        return locked(() -> partition(partition).end());
    }

    long lag(Map<Integer, Long> positions) {
        return locked(() -> positions.entrySet().stream()
                .mapToLong(each -> partition(each.getKey()).end() - each.getValue()).sum());
    }

    List<Entry> take(Map<Integer, Long> positions, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            var entries = read(positions);
            while (entries.isEmpty()) {
                if (left <= 0) {
                    return entries;
                }
                left = changed.awaitNanos(left);
                entries = read(positions);
            }
            trim(positions.keySet());
            return entries;
        } finally {
            lock.unlock();
        }
    }

    void forget(MemoryFeed feed) {
        locked(() -> feeds.remove(feed));
    }

    void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
            return topic;
        });
    }

    private List<Entry> read(Map<Integer, Long> positions) {
        if (closed) {
            throw new ChannelException("the channel is closed");
        }
        var entries = new ArrayList<Entry>();
        for (var position : positions.entrySet()) {
            position.setValue(partition(position.getKey()).read(position.getValue(), BATCH - entries.size(), entries));
        }
        return entries;
    }

    /** Drops the records that every feed has read; a topic without feeds keeps all. */
    private void trim(Set<Integer> numbers) {
        if (topic == Topic.CONTROL) {
            return;
        }
        for (int number : numbers) {
            feeds.stream().filter(feed -> feed.reads(number)).mapToLong(feed -> feed.position(number)).min()
                    .ifPresent(partition(number)::trim);
        }
    }

    private Map<Integer, Long> start(From from) {
        return switch (from) {
            case From.Beginning() -> each(MemoryPartition::beginning);
            case From.End() -> each(MemoryPartition::end);
            case From.Offsets(var offsets) -> new HashMap<>(offsets);
        };
    }

    private Map<Integer, Long> each(ToLongFunction<MemoryPartition> offset) {
        var offsets = new HashMap<Integer, Long>();
        partitions.forEach((number, partition) -> offsets.put(number, offset.applyAsLong(partition)));
        return offsets;
    }

    private Instant now() {
        var now = clock.instant();
        newest = now.isAfter(newest) ? now : newest;
        return newest;
    }

    private MemoryPartition partition(int number) {
        var found = partitions.get(number);
        if (found == null) {
            throw new ChannelException(topic + " has no partition " + number);
        }
        return found;
    }

    /** Reads a {@link MemoryTopic}; its positions change only under the topic's lock. */
    static final class MemoryFeed implements Feed {

        private final MemoryTopic topic;
        private final Map<Integer, Long> positions;

        MemoryFeed(MemoryTopic topic, Map<Integer, Long> positions) {
            this.topic = topic;
            this.positions = positions;
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
        public void close() {
            topic.forget(this);
        }
    }

    /** The records of one partition, oldest first. */
    static final class MemoryPartition {

        private final List<Entry> entries = new ArrayList<>();
        private long end;

        long end() {
            return end;
        }

        long beginning() {
            return entries.isEmpty() ? end : entries.getFirst().offset();
        }

        void append(Entry entry, boolean compacted) {
            if (compacted) {
                entries.removeIf(older -> older.key().equals(entry.key()));
            }
            entries.add(entry);
            end++;
        }

        /** Adds records from an offset on; returns the offset to continue from. */
        long read(long from, int atMost, List<Entry> into) {
            if (atMost <= 0) {
                return from;
            }
            int first = at(from);
            int last = Math.min(entries.size(), first + atMost);
            into.addAll(entries.subList(first, last));
            return last < entries.size() ? entries.get(last - 1).offset() + 1 : Math.max(from, end);
        }

        void trim(long before) {
            entries.subList(0, at(before)).clear();
        }

        /** Returns the index of the first record from an offset on; compaction leaves gaps between offsets. */
        private int at(long offset) {
            int low = 0;
            for (int high = entries.size(); low < high;) {
                int middle = (low + high) >>> 1;
                if (entries.get(middle).offset() < offset) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
