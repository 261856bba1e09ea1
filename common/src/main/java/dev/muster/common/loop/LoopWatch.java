package dev.muster.common.loop;

import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The watchdog of a process. A loop that stalls for ten seconds makes the process not ready; one that stalls for a minute
 * ends it, so that a standby or an orchestrator carries on. The process stays when no other could do better.
 *
 * <p>Its clock adds up its own steps and counts none for more than two seconds: a process that was frozen must not end
 * itself when it thaws.
 */
public final class LoopWatch implements AutoCloseable {

    private static final Duration UNREADY = Duration.ofSeconds(10);
    private static final Duration HOPELESS = Duration.ofSeconds(60);
    /** So long what it depends on must have answered: it may just have come back, and the loop be about to go on. */
    private static final Duration DOUBTFUL = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final long LONGEST_STEP = Duration.ofSeconds(2).toNanos();

    private final Ticker ticker;
    private final Pause pause;
    private final Fatal fatal;
    private final BooleanSupplier othersCould;
    private final Set<Loop> loops = ConcurrentHashMap.newKeySet();
    private final List<Queue> queues = new CopyOnWriteArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("loop watch").unstarted(this::watch);
    private volatile long now;
    private long elapsed;
    private long looked;
    private long othersCouldSince;

    /** Something that waits: it may grow old although its loop turns. */
    private record Queue(String name, Duration unready, LongSupplier oldest, LongSupplier moved) {}

    /** @param othersCould whether what this process depends on answers others; asked before it is ended */
    public LoopWatch(Ticker ticker, Pause pause, Fatal fatal, BooleanSupplier othersCould) {
        this.ticker = ticker;
        this.pause = pause;
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

    /** Its clock. */
    public long nanos() {
        return now;
    }

    /**
     * Watches a queue: the process is not ready while its oldest entry is too old, and ends when nothing was taken from
     * it for a minute as well.
     *
     * @param unready the oldest entry may wait so long
     * @param oldest when the oldest entry came, by {@link #nanos}; now when there is none
     * @param moved when the last entry was dealt with
     */
    public void watch(String name, Duration unready, LongSupplier oldest, LongSupplier moved) {
        queues.add(new Queue(name, unready, oldest, moved));
    }

    /** The loops and queues that make the process not ready. */
    public List<String> stalled() {
        return Stream.concat(
                loops.stream().filter(loop -> longer(UNREADY, loop.stamp())).map(Loop::name).sorted(),
                queues.stream().filter(queue -> longer(queue.unready(), queue.oldest().getAsLong())).map(Queue::name))
                .toList();
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

    void died(String name, Throwable cause) {
        var advice = cause instanceof OutOfMemoryError ? "give it more memory (-Xmx)" : "start it again";
        fatal.end("thread '" + name + "' died: " + cause + ". The process ends, because it can't work without that "
                + "thread; " + advice, cause);
    }

    /** One look at everything. */
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
        fatal.end("'" + name + "' has made no progress for " + HOPELESS.toSeconds() + " s. The process ends, so that "
                + "another can carry on", null);
    }

    private Optional<String> stalledFor(Duration limit) {
        return Stream.concat(loops.stream().filter(loop -> longer(limit, loop.stamp())).map(Loop::name),
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
