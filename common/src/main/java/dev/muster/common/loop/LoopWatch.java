package dev.muster.common.loop;

import module java.base;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;

/**
 * The watchdog of a process. A loop that stalls for ten seconds makes the process not ready; one that stalls for a
 * minute ends it, so that a standby or an orchestrator takes over. The process stays alive when no other could do
 * better.
 *
 * <p>Its clock sums its own steps and counts each for at most two seconds: a process that was frozen must not end
 * itself when it resumes.
 */
public final class LoopWatch implements AutoCloseable {

    private static final Duration UNREADY = Duration.ofSeconds(10);
    private static final Duration HOPELESS = Duration.ofSeconds(60);
    /**
     * How long the dependencies must have answered: they may have just recovered, and the loop may be about to
     * continue.
     */
    private static final Duration DOUBTFUL = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final long LONGEST_STEP = Duration.ofSeconds(2).toNanos();

    private final Ticker ticker;
    private final Pause pause;
    private final Threads threads;
    private final Fatal fatal;
    private final BooleanSupplier othersCould;
    private final Set<Loop> loops = ConcurrentHashMap.newKeySet();
    private final List<Queue> queues = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile long now;
    private long elapsed;
    private long looked;
    private long othersCouldSince;

    /** A queue: its entries may grow old although the loop runs. */
    private record Queue(String name, Duration unready, LongSupplier oldest, LongSupplier moved) {}

    /** @param othersCould whether this process's dependencies answer others; checked before ending the process */
    public LoopWatch(Ticker ticker, Pause pause, Fatal fatal, BooleanSupplier othersCould) {
        this(ticker, pause, Threads.system(), fatal, othersCould);
    }

    /** Creates a watchdog with the threads that its loops run and wait on. */
    public LoopWatch(Ticker ticker, Threads threads, Fatal fatal, BooleanSupplier othersCould) {
        this(ticker, threads, threads, fatal, othersCould);
    }

    private LoopWatch(Ticker ticker, Pause pause, Threads threads, Fatal fatal, BooleanSupplier othersCould) {
        this.ticker = ticker;
        this.pause = pause;
        this.threads = threads;
        this.thread = threads.daemon("loop watch", this::watch);
        this.fatal = fatal;
        this.othersCould = othersCould;
        this.looked = ticker.nanos();
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    public long nanos() {
        return now;
    }

    /**
     * Watches a queue: the process is not ready while its oldest entry is too old, and ends when also nothing was taken
     * from it for a minute.
     *
     * @param unready how long the oldest entry may wait
     * @param oldest arrival time of the oldest entry, by {@link #nanos}; now when there is none
     * @param moved when the last entry was processed
     */
    public void watch(String name, Duration unready, LongSupplier oldest, LongSupplier moved) {
        queues.add(new Queue(name, unready, oldest, moved));
    }

    /** Returns the loops and queues that make the process not ready. */
    public List<String> stalled() {
        return Stream.concat(
                loops.stream().filter(loop -> longer(UNREADY, loop.stamp())).map(loop -> loop.name).sorted(),
                queues.stream().filter(queue -> longer(queue.unready(), queue.oldest().getAsLong())).map(Queue::name))
                .toList();
    }

    public Threads threads() {
        return threads;
    }

    void add(Loop loop) {
        loops.add(loop);
    }

    void remove(Loop loop) {
        loops.remove(loop);
    }

    void pause(Duration length) throws InterruptedException {
        pause.pause(length);
    }

    /** Called when an essential thread died of the cause. */
    public void died(String name, Throwable cause) {
        var advice = cause instanceof OutOfMemoryError ? "give it more memory (-Xmx)" : "start it again";
        fatal.end("thread '" + name + "' died: " + cause + ". The process exits, because it can't work without that "
                + "thread; " + advice, cause);
    }

    void step() {
        long ticks = ticker.nanos();
        elapsed += Math.clamp(ticks - looked, 0, LONGEST_STEP);
        looked = ticks;
        now = elapsed;
        if (stalledFor(DOUBTFUL).isEmpty() || !othersCould.getAsBoolean()) {
            othersCouldSince = now;
        } else if (now - othersCouldSince >= DOUBTFUL.toNanos()) {
            stalledFor(HOPELESS).ifPresent(this::end);
        }
    }

    private void end(String name) {
        fatal.end("'" + name + "' has made no progress for " + HOPELESS.toSeconds() + " s. The process exits, so that "
                + "another can take over", null);
    }

    private Optional<String> stalledFor(Duration limit) {
        return Stream.concat(loops.stream().filter(loop -> longer(limit, loop.stamp())).map(loop -> loop.name),
                queues.stream().filter(queue -> longer(limit, queue.oldest().getAsLong())
                        && longer(limit, queue.moved().getAsLong())).map(Queue::name))
                .findFirst();
    }

    private boolean longer(Duration limit, long since) {
        return now - since > limit.toNanos();
    }

    private void watch() {
        try {
            while (true) {
                pause.pause(STEP);
                step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            died(thread.getName(), e);
        }
    }
}
