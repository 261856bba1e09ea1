package dev.muster.coordinator.lead;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a simulated world. Records take their time, those of one sender to one partition keep their order,
 * acknowledgements get lost, and while the broker is away everything waits.
 */
final class SimBroker {

    private static final long MS = 1_000_000;

    private final SimTime time;
    private final SplittableRandom random;
    private final double lost;
    private final boolean forgets;
    private final int inboxes;
    private final Map<Topic, List<Partition>> topics = new EnumMap<>(Topic.class);
    private long awayUntil;
    private boolean bytes;

    private static final class Partition {
        private final List<Entry> entries = new ArrayList<>();
        private final List<Runnable> readers = new ArrayList<>();
    }

    /** @param lost share of appends that fail; half of them are in the topic all the same */
    SimBroker(SimTime time, SplittableRandom random, double lost) {
        this(time, random, lost, false, Channel.INBOXES);
    }

    /** One that loses nothing, and lets go of cases, results and beats once they were read: there are many. */
    static SimBroker forgetful(SimTime time, SplittableRandom random, int inboxes) {
        return new SimBroker(time, random, 0, true, inboxes);
    }

    private SimBroker(SimTime time, SplittableRandom random, double lost, boolean forgets, int inboxes) {
        this.inboxes = inboxes;
        this.forgets = forgets;
        this.time = time;
        this.random = random;
        this.lost = lost;
        for (var topic : Topic.values()) {
            var partitions = new ArrayList<Partition>();
            for (int n = 0; n < topic.partitions(inboxes); n++) {
                partitions.add(new Partition());
            }
            topics.put(topic, partitions);
        }
    }

    /** From here on records are carried as bytes, which costs what it costs over a real broker. */
    void carryBytes() {
        bytes = true;
    }

    void goAway(long nanos) {
        awayUntil = Math.max(awayUntil, time.nanos() + nanos);
    }

    int inboxes() {
        return inboxes;
    }

    Map<Integer, Long> ends(Topic topic) {
        var ends = new HashMap<Integer, Long>();
        for (int n = 0; n < topic.partitions(inboxes); n++) {
            ends.put(n, (long) partition(topic, n).entries.size());
        }
        return ends;
    }

    Channel channelOf(SimProcess process) {
        return new SimChannel(process);
    }

    /** Reads a partition for a process from an offset on; it is told of each batch a moment after it came. */
    Reader read(SimProcess process, Topic topic, int partition, long from, Consumer<List<Entry>> sink) {
        var reader = new Reader(process, partition(topic, partition), from, sink);
        reader.wake();
        return reader;
    }

    private Partition partition(Topic topic, int partition) {
        return Objects.requireNonNull(topics.get(topic)).get(partition);
    }

    private long someMs(int most) {
        return random.nextLong(MS / 10, most * MS);
    }

    final class Reader {

        private static final int BATCH = 200;

        private final SimProcess process;
        private final Partition partition;
        private final Consumer<List<Entry>> sink;
        private long position;
        /** One that falls behind now and then. */
        private final boolean slow = random.nextInt(8) == 0;
        private boolean woken;
        private boolean closed;
        private @Nullable Runnable afterEach;

        private Reader(SimProcess process, Partition partition, long from, Consumer<List<Entry>> sink) {
            this.process = process;
            this.partition = partition;
            this.position = from;
            this.sink = sink;
            partition.readers.add(this::wake);
        }

        long position() {
            return position;
        }

        void close() {
            closed = true;
        }

        @Override
        public String toString() {
            return "at " + position + " of " + partition.entries.size() + (woken ? ", woken" : "")
                    + (closed ? ", closed" : "");
        }

        /** Told after each batch. */
        void afterEach(Runnable then) {
            afterEach = then;
        }

        private void wake() {
            if (!woken && !closed && process.alive() && position < partition.entries.size()) {
                woken = true;
                process.after(Math.max(pace(), awayUntil - time.nanos()), this::take);
            }
        }

        private long pace() {
            return slow && random.nextInt(4) == 0 ? someMs(4_000) : someMs(8);
        }

        private void take() {
            woken = false;
            if (closed) {
                return;
            }
            int end = (int) Math.min(partition.entries.size(), position + BATCH);
            var batch = List.copyOf(partition.entries.subList((int) position, end));
            if (forgets && !batch.isEmpty() && batch.getFirst().topic() != Topic.CONTROL) {
                Collections.fill(partition.entries.subList((int) position, end), null);
            }
            position = end;
            sink.accept(batch);
            if (afterEach != null) {
                afterEach.run();
            }
            wake();
        }
    }

    /** What one process sends. */
    private final class SimChannel implements Channel {

        private final SimProcess process;
        private final Map<String, Long> lastLanding = new HashMap<>();

        SimChannel(SimProcess process) {
            this.process = process;
        }

        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            var acknowledged = new CompletableFuture<Long>();
            var carried = carried(value);
            long landing = landing(topic, partition);
            boolean fails = random.nextDouble() < lost;
            if (!fails || random.nextBoolean()) {
                time.after(landing - time.nanos(), () -> land(topic, partition, key, carried, acknowledged, fails));
            }
            if (fails) {
                process.after(random.nextLong(200, 3000) * MS, () -> acknowledged
                        .completeExceptionally(new ChannelException("the broker did not answer")));
            }
            return acknowledged;
        }

        /** Of many records the bytes are made and read, as a broker would have it. */
        private @Nullable Payload carried(@Nullable Payload value) {
            return value == null || !bytes ? value : Payload.of(value.bytes());
        }

        private long landing(Topic topic, int partition) {
            var place = topic + "/" + partition;
            long landing = Math.max(Math.max(time.nanos() + someMs(6), awayUntil + someMs(20)),
                    lastLanding.getOrDefault(place, 0L) + 1);
            lastLanding.put(place, landing);
            return landing;
        }

        private void land(Topic topic, int partition, String key, @Nullable Payload value,
                CompletableFuture<Long> acknowledged, boolean fails) {
            var log = partition(topic, partition);
            long offset = log.entries.size();
            log.entries.add(new Entry(topic, partition, offset, time.instant(), key, value));
            log.readers.forEach(Runnable::run);
            if (!fails) {
                process.after(someMs(4), () -> acknowledged.complete(offset));
            }
        }

        @Override
        public Feed feed(Topic topic, From from) {
            throw new UnsupportedOperationException("simulated processes read with readers");
        }

        @Override
        public Map<Integer, Long> ends(Topic topic) {
            return SimBroker.this.ends(topic);
        }

        @Override
        public long end(Topic topic, int partition) {
            return partition(topic, partition).entries.size();
        }

        @Override
        public int inboxes() {
            return inboxes;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
