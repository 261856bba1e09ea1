package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Threads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one topic on a thread of its own and hands the records to the scheduler. Knows when the topic was read to the
 * end that it had at a given moment: the protocol acts on silence and on missing orders only after that.
 */
final class Pump implements AutoCloseable {

    /** Takes what was read, and the positions after it, on the scheduler's thread. */
    @FunctionalInterface
    interface Sink {
        void take(List<ReportedRecord> batch, Map<Integer, Long> positions);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Pump.class);
    private static final Duration LISTEN = Duration.ofMillis(50);
    private static final Duration FULL = Duration.ofSeconds(1);
    private static final int AHEAD = 16;
    /** A batch of this many bytes is handed over before more is read. */
    private static final int LARGE = 1 << 20;
    private static final int ENOUGH = 100;
    private static final Duration GATHER = Duration.ofNanos(1_500_000);

    private final Channel channel;
    private final Topic topic;
    private final Function<Entry, List<ReportedRecord>> read;
    private final Executor schedulerThread;
    private final Sink sink;
    private final Semaphore ahead = new Semaphore(AHEAD);
    private final Queue<Mark> marks = new ConcurrentLinkedQueue<>();
    private final ByteBudget budget;
    private final Consumer<Runnable> dealtWith;
    private final Threads threads;
    private final Loop loop;
    private volatile long lag;
    private From from;
    private @Nullable Feed feed;
    /** How far all partitions were handed over. What is stored names them all: the next leader reads no others. */
    private Map<Integer, Long> before = Map.of();

    private static final class Mark {
        private final Runnable then;
        private @Nullable Map<Integer, Long> ends;

        Mark(Runnable then) {
            this.then = then;
        }
    }

    /**
     * @param budget memory taken by what was read until it is processed
     * @param dealtWith runs what it is given, on any thread, once everything that the sink took needs no more memory
     */
    Pump(Channel channel, Topic topic, From from, Function<Entry, List<ReportedRecord>> read, Executor schedulerThread,
            Sink sink, ByteBudget budget, Consumer<Runnable> dealtWith, LoopWatch watch) {
        this.dealtWith = dealtWith;
        this.channel = channel;
        this.topic = topic;
        this.from = from;
        this.read = read;
        this.schedulerThread = schedulerThread;
        this.sink = sink;
        this.budget = budget;
        this.threads = watch.threads();
        this.loop = new Loop("pump " + topic, watch, this::turn);
    }

    void start() {
        loop.start();
    }

    /** Runs an action on the scheduler's thread once everything that is in the topic now was handed over. */
    void afterEnd(Runnable then) {
        marks.add(new Mark(then));
    }

    /** Returns how many records of the topic were not yet read when it last looked. */
    long lag() {
        return lag;
    }

    @Override
    public void close() {
        loop.close();
        leave();
    }

    /** It continues where it stopped when the channel failed. */
    private boolean turn() throws InterruptedException {
        try {
            if (feed == null) {
                feed = channel.feed(topic, from);
                before = feed.positions();
            }
            pump(feed);
            return true;
        } catch (ChannelException e) {
            LOG.warn("{} could not be read; continuing from the last position: {}", topic, e.getMessage());
            leave();
            return true;
        } catch (InterruptedException | RuntimeException | Error e) {
            leave();
            throw e;
        }
    }

    private void leave() {
        if (feed != null) {
            feed.close();
            feed = null;
        }
    }

    private void pump(Feed feed) throws InterruptedException {
        var entries = gather(feed);
        var positions = feed.positions();
        lag = feed.lag();
        if (!entries.isEmpty()) {
            handOver(entries, positions);
        }
        before = positions;
        from = new From.Offsets(positions);
        passMarks(positions);
    }

    /** Gathers a batch. Under load a short wait turns ten wake-ups of three threads into one. */
    private List<Entry> gather(Feed feed) throws InterruptedException {
        var first = feed.poll(LISTEN);
        if (first.size() < 2 || first.size() >= ENOUGH) {
            return first;
        }
        threads.pause(GATHER);
        var all = new ArrayList<>(first);
        all.addAll(feed.poll(Duration.ZERO));
        return all;
    }

    /** Hands over in parts: a few large records weigh as much as many small ones. */
    private void handOver(List<Entry> entries, Map<Integer, Long> positions) throws InterruptedException {
        var part = new Part(before);
        for (var entry : entries) {
            long bytes = weight(entry);
            if (part.bytes > 0 && part.bytes + bytes > LARGE) {
                handOver(part, part.positions);
                part = new Part(part.positions);
            }
            take(bytes);
            part.add(entry, bytes);
        }
        handOver(part, positions);
    }

    private final class Part {
        private final List<ReportedRecord> batch = new ArrayList<>();
        private final Map<Integer, Long> positions;
        private long bytes;

        /** @param before positions of all partitions after the part before it */
        Part(Map<Integer, Long> before) {
            positions = new HashMap<>(before);
        }

        void add(Entry entry, long weight) {
            batch.addAll(read.apply(entry));
            positions.put(entry.partition(), entry.offset() + 1);
            bytes += weight;
        }
    }

    private static long weight(Entry entry) {
        return entry.value() == null ? 0 : entry.value().size();
    }

    private void take(long bytes) throws InterruptedException {
        while (!budget.tryTake(bytes, FULL)) {
            loop.alive();
        }
    }

    private void handOver(Part part, Map<Integer, Long> positions) throws InterruptedException {
        while (!threads.acquire(ahead, FULL)) {
            loop.alive();
        }
        schedulerThread.execute(() -> {
            ahead.release();
            try {
                sink.take(part.batch, positions);
            } finally {
                dealtWith.accept(() -> budget.giveBack(part.bytes));
            }
        });
    }

    private void passMarks(Map<Integer, Long> positions) {
        for (var mark = marks.peek(); mark != null; mark = marks.peek()) {
            if (mark.ends == null) {
                askForEnds();
            }
            if (mark.ends == null || !reached(mark.ends, positions)) {
                return;
            }
            marks.remove();
            schedulerThread.execute(mark.then);
        }
    }

    /** Asks for the ends once for all waiting marks: an end requested later is never too early for an older mark. */
    private void askForEnds() {
        var waiting = List.copyOf(marks);
        var ends = new HashMap<>(channel.ends(topic));
        waiting.stream().filter(mark -> mark.ends == null).forEach(mark -> mark.ends = ends);
    }

    private static boolean reached(Map<Integer, Long> ends, Map<Integer, Long> positions) {
        return ends.entrySet().stream()
                .allMatch(end -> positions.getOrDefault(end.getKey(), Long.MAX_VALUE) >= end.getValue());
    }

    /** Limits the bytes of results in flight from the topic to PostgreSQL. A larger result than that passes alone. */
    static final class ByteBudget {

        private static final int SHARE_OF_HEAP = 16;

        private final long limit;
        private final Threads threads;
        private final Semaphore freed = new Semaphore(0);
        private long used;

        ByteBudget(long limit, Threads threads) {
            this.limit = limit;
            this.threads = threads;
        }

        static ByteBudget ofHeap(Threads threads) {
            return new ByteBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, threads);
        }

        /** For one thread. Returns false when there was no room in time, or hardly more. */
        boolean tryTake(long bytes, Duration atMost) throws InterruptedException {
            freed.drainPermits();
            if (takes(bytes)) {
                return true;
            }
            threads.acquire(freed, atMost);
            return takes(bytes);
        }

        private synchronized boolean takes(long bytes) {
            if (used > 0 && used + bytes > limit) {
                return false;
            }
            used += bytes;
            return true;
        }

        synchronized void giveBack(long bytes) {
            used -= bytes;
            freed.release();
        }

        synchronized boolean isSpent() {
            return used >= limit;
        }
    }
}
