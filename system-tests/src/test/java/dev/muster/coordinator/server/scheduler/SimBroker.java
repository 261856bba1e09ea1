package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a simulated world. Records are delayed, but keep their order per sender and partition; acknowledgements
 * get lost, some records come late, and while the broker is down everything waits or is given up.
 */
final class SimBroker {

    static final String SCRIBBLE = "scribble";
    private static final long MS = 1_000_000;

    private final SimTime time;
    private final SplittableRandom random;
    private final double lost;
    private final boolean forgets;
    private final boolean paysPerRecord;
    private final int inboxes;
    private final Map<Topic, List<Partition>> topics = new EnumMap<>(Topic.class);
    private long awayUntil;
    private boolean bytes;
    private long clock;
    private Consumer<Entry> landed = entry -> {};

    private static final class Partition {
        private final List<Entry> entries = new ArrayList<>();
        private final List<Runnable> readers = new ArrayList<>();
    }

    /** @param lost share of appends that fail; half of them are in the topic all the same */
    SimBroker(SimTime time, SplittableRandom random, double lost) {
        this(time, random, lost, false, Channel.INBOXES);
    }

    /** A broker that loses nothing, and drops cases, results and beats once they were read: there are many. */
    static SimBroker forgetful(SimTime time, SplittableRandom random, int inboxes) {
        return new SimBroker(time, random, 0, true, inboxes);
    }

    private SimBroker(SimTime time, SplittableRandom random, double lost, boolean forgets, int inboxes) {
        this.inboxes = inboxes;
        this.forgets = forgets;
        this.paysPerRecord = random.nextBoolean();
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

    /** Carries records as bytes from now on, at the cost of a real broker. */
    void carryBytes() {
        bytes = true;
    }

    void goAway(long nanos) {
        awayUntil = Math.max(awayUntil, time.nanos() + nanos);
    }

    /** Sets its clock, back or ahead. */
    void setClock(long nanos) {
        clock += nanos;
    }

    /** Someone else writes an unreadable record. */
    void scribble(Topic topic) {
        var log = partition(topic, 0);
        log.entries.add(new Entry(topic, 0, log.entries.size(), time.instant().plusNanos(clock), SCRIBBLE,
                Payload.of(new byte[]{'{'})));
        List.copyOf(log.readers).forEach(Runnable::run);
    }

    /** Receives each record written from now on. */
    void onLanding(Consumer<Entry> told) {
        landed = told;
    }

    private long silentUntil(SimProcess process) {
        return Math.max(awayUntil, process.cutOffUntil());
    }

    private Map<Integer, Long> ends(Topic topic) {
        var ends = new HashMap<Integer, Long>();
        for (int n = 0; n < topic.partitions(inboxes); n++) {
            ends.put(n, (long) partition(topic, n).entries.size());
        }
        return ends;
    }

    Channel channelOf(SimProcess process) {
        return new SimChannel(process);
    }

    private Partition partition(Topic topic, int partition) {
        return Objects.requireNonNull(topics.get(topic)).get(partition);
    }

    private long someMs(int most) {
        return random.nextLong(MS / 10, most * MS);
    }

    /** Reads some partitions of a topic for one thread. */
    private final class SimFeed implements Feed {

        private static final int BATCH = 200;
        /** A reader that only looks about polls less often than in reality, which changes nothing. */
        private static final Duration SELDOM = Duration.ofMillis(200);

        private final SimProcess process;
        private final Topic topic;
        private final Map<Integer, Long> positions = new TreeMap<>();
        private final boolean slow = random.nextInt(8) == 0;
        private final Runnable wake = this::wake;
        private boolean woken;
        private boolean ready;
        private boolean deaf;

        SimFeed(SimProcess process, Topic topic, From from) {
            this.process = process;
            this.topic = topic;
            switch (from) {
                case From.Beginning() -> all(n -> 0L);
                case From.End() -> all(n -> (long) partition(topic, n).entries.size());
                case From.Offsets(var offsets) -> positions.putAll(offsets);
            }
            positions.keySet().forEach(n -> partition(topic, n).readers.add(wake));
            wake();
        }

        private void all(IntToLongFunction offset) {
            for (int n = 0; n < topic.partitions(inboxes); n++) {
                positions.put(n, offset.applyAsLong(n));
            }
        }

        @Override
        public List<Entry> poll(Duration atMost) throws InterruptedException {
            boolean came = process.threads().until(() -> ready && !deaf,
                    atMost.compareTo(SELDOM) < 0 && !atMost.isZero()
                            ? SELDOM : atMost);
            process.breakIfItShould();
            deaf |= topic == Topic.CASES && process.deafens();
            came &= !deaf;
            if (!came) {
                return List.of();
            }
            ready = false;
            var entries = new ArrayList<Entry>();
            positions.replaceAll((n, position) -> take(n, position, entries));
            wake();
            return entries;
        }

        private long take(int n, long position, List<Entry> into) {
            var log = partition(topic, n).entries;
            int end = (int) Math.min(log.size(), position + BATCH - into.size());
            var some = log.subList((int) position, end);
            into.addAll(some);
            if (forgets && topic != Topic.CONTROL) {
                Collections.fill(some, null);
            }
            return end;
        }

        private void wake() {
            if (!woken && !ready && process.alive() && behind()) {
                woken = true;
                process.after(slow && random.nextInt(4) == 0 ? someMs(4_000) : someMs(8), this::arrive);
            }
        }

        private void arrive() {
            long silent = silentUntil(process) - time.nanos();
            if (silent > 0) {
                process.after(silent + someMs(20), this::arrive);
            } else {
                woken = false;
                ready = true;
            }
        }

        private boolean behind() {
            return positions.entrySet().stream()
                    .anyMatch(each -> each.getValue() < partition(topic, each.getKey()).entries.size());
        }

        @Override
        public Map<Integer, Long> positions() {
            return new HashMap<>(positions);
        }

        @Override
        public long lag() {
            return positions.entrySet().stream()
                    .mapToLong(each -> partition(topic, each.getKey()).entries.size() - each.getValue()).sum();
        }

        @Override
        public void close() {
            positions.keySet().forEach(n -> partition(topic, n).readers.remove(wake));
        }
    }

    /** One process's access to the broker. */
    private final class SimChannel implements Channel {

        private static final long GIVEN_UP = 20_000 * MS;
        private static final Duration PATIENCE = Duration.ofSeconds(15);

        private final SimProcess process;
        private final Map<String, Long> lastLanding = new HashMap<>();

        SimChannel(SimProcess process) {
            this.process = process;
        }

        /** Some failed appends are in the topic all the same, or will be: never before earlier ones. */
        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            var acknowledged = new CompletableFuture<Long>();
            var carried = carried(value);
            boolean unlucky = random.nextDouble() < lost;
            boolean late = unlucky && random.nextInt(4) == 0;
            long landing = landing(topic, partition, late ? someMs(8_000) : 0);
            boolean givenUp = landing - time.nanos() > GIVEN_UP;
            boolean fails = unlucky || givenUp;
            if (!fails || late || random.nextInt(givenUp ? 4 : 2) == 0) {
                time.after(landing - time.nanos(), () -> land(topic, partition, key, carried, acknowledged, fails));
            }
            if (fails) {
                process.after(givenUp ? GIVEN_UP : random.nextLong(200, 3000) * MS, () -> acknowledged
                        .completeExceptionally(new ChannelException("the broker did not answer")));
            }
            return acknowledged;
        }

        /** Encodes and decodes many of the records, as a real broker would require. */
        private @Nullable Payload carried(@Nullable Payload value) {
            return value == null || !bytes ? value : Payload.of(value.bytes());
        }

        private long landing(Topic topic, int partition, long late) {
            var place = topic + "/" + partition;
            long landing = Math.max(Math.max(time.nanos() + someMs(6) + late, silentUntil(process) + someMs(20)),
                    lastLanding.getOrDefault(place, 0L) + 1);
            lastLanding.put(place, landing);
            return landing;
        }

        private void land(Topic topic, int partition, String key, @Nullable Payload value,
                CompletableFuture<Long> acknowledged, boolean fails) {
            var log = partition(topic, partition);
            long offset = log.entries.size();
            var entry = new Entry(topic, partition, offset, time.instant().plusNanos(clock), key, value);
            log.entries.add(entry);
            landed.accept(entry);
            List.copyOf(log.readers).forEach(Runnable::run);
            if (!fails) {
                process.after(someMs(4), () -> {
                    process.acknowledged();
                    acknowledged.complete(offset);
                });
            }
        }

        @Override
        public Feed feed(Topic topic, From from) {
            return new SimFeed(process, topic, from);
        }

        @Override
        public Map<Integer, Long> ends(Topic topic) {
            ask();
            return SimBroker.this.ends(topic);
        }

        @Override
        public long end(Topic topic, int partition) {
            ask();
            return partition(topic, partition).entries.size();
        }

        /** A query takes a moment, and a broker that is down does not answer it. */
        private void ask() {
            if (!Thread.currentThread().isVirtual()) {
                return;
            }
            try {
                var silence = Duration.ofNanos(Math.max(0, silentUntil(process) - time.nanos()));
                process.threads().pause(silence.compareTo(PATIENCE) > 0 ? PATIENCE
                        : silence.plusNanos(someMs(6)));
                if (silence.compareTo(PATIENCE) > 0 || random.nextDouble() < lost) {
                    throw new ChannelException("the broker did not answer");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ChannelException("interrupted", e);
            }
        }

        /** In half of the worlds, so that reports wait for others there. */
        @Override
        public boolean paysPerRecord() {
            return paysPerRecord;
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
