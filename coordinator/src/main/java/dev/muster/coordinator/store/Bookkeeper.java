package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Settlement.Aside;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes decisions on a thread of its own: all queued settlements in one transaction, in order. While PostgreSQL is
 * away it waits and retries; settlements that PostgreSQL refuses are found by halving the batch and replaced, so that
 * one bad row never blocks the rest.
 */
public final class Bookkeeper implements Books, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Bookkeeper.class);
    private static final int BATCH = 1000;
    private static final int FEW = 8;
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    /** A decision that stays unwritten this long makes the coordinator not ready. */
    private static final Duration UNWRITTEN = Duration.ofSeconds(30);

    private final BookStore store;
    private final Consumer<LostLeadership> stepDown;
    private final Consumer<List<Settlement>> kept;
    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final LoopWatch watch;
    private final Loop loop;
    private final LongWrites portions;
    private volatile boolean away;
    private volatile @Nullable Waiting writing;
    private volatile long wroteAt;
    private boolean busy;
    private int inARow;

    /** @param since on the watchdog's clock */
    private record Waiting(Settlement settlement, long since) {}

    /**
     * @param store closed with it
     * @param stepDown called when another coordinator leads
     * @param kept receives what is durable now
     */
    public Bookkeeper(BookStore store, LoopWatch watch, Consumer<LostLeadership> stepDown,
            Consumer<List<Settlement>> kept) {
        this(store, watch, stepDown, kept, Portion.ROWS);
    }

    /** @param rows of what is written in portions */
    Bookkeeper(BookStore store, LoopWatch watch, Consumer<LostLeadership> stepDown, Consumer<List<Settlement>> kept,
            int rows) {
        this.store = store;
        this.portions = new LongWrites(store, rows);
        this.stepDown = stepDown;
        this.kept = kept;
        this.watch = watch;
        this.loop = new Loop("bookkeeper", watch, this::turn);
        watch.watch("unwritten decisions", UNWRITTEN, this::oldest, () -> wroteAt);
    }

    public void start() {
        loop.start();
    }

    @Override
    public void settle(Settlement settlement) {
        queue.add(new Waiting(settlement, watch.nanos()));
    }

    @Override
    public int backlog() {
        return queue.size();
    }

    @Override
    public boolean healthy() {
        return !away;
    }

    /** Writes what is queued, as far as PostgreSQL accepts it, and ends. */
    @Override
    public void close() {
        closing.countDown();
        settle(new Settlement.Freed(() -> LOG.debug("the last decision is written"))); // wakes the loop
        loop.awaitEnd(LONGEST_END);
        store.close();
    }

    private boolean turn() throws InterruptedException {
        try {
            return keepOneBatch() && keepOnePortion()
                    && (closing.getCount() > 0 || !queue.isEmpty() || !portions.isEmpty());
        } catch (LostLeadership e) {
            stepDown.accept(e);
            return false;
        }
    }

    /** @return false when it was not written: what follows must not be written either */
    private boolean keepOneBatch() throws InterruptedException {
        var first = watch.threads().poll(queue, portions.isEmpty() ? IDLE : GATHER);
        if (first == null) {
            return true;
        }
        writing = first;
        gather();
        var waiting = new ArrayList<Waiting>(BATCH);
        waiting.add(first);
        queue.drainTo(waiting, BATCH - 1);
        var batch = waiting.stream().map(Waiting::settlement).toList();
        busy = batch.size() > FEW;
        if (!keep(batch)) {
            return false;
        }
        wroteAt = watch.nanos();
        writing = null;
        announce(batch);
        return true;
    }

    /** Keeps what is one row or a few; the rest is written in portions, behind it. */
    private boolean keep(List<Settlement> batch) throws InterruptedException {
        var now = batch.stream().filter(each -> !isLong(each)).toList();
        return now.stream().allMatch(Settlement.Freed.class::isInstance) || keep(now, false);
    }

    private static boolean isLong(Settlement settlement) {
        return settlement instanceof Settlement.InPortions
                && !(settlement instanceof Settlement.RunOver over && over.state() == RunState.FINISHED);
    }

    /** @return false when it closes before all is written */
    private boolean keepOnePortion() throws InterruptedException {
        if (portions.isEmpty()) {
            return true;
        }
        loop.alive();
        try {
            if (portions.write()) {
                kept.accept(List.of(portions.current()));
                announce(portions.end());
            }
            away = false;
        } catch (StoreException e) {
            return triesLater(e);
        } catch (LostLeadership e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("{} could not be written", portions.current(), e);
            return giveUp(e);
        }
        wroteAt = watch.nanos();
        return true;
    }

    private boolean triesLater(StoreException e) throws InterruptedException {
        if (e.refusedData()) {
            return giveUp(e);
        } else if (e.tookTooLong()) {
            portions.halve();
            watch.threads().await(closing, AGAIN);
            return true;
        } else {
            away = true;
            LOG.warn("run {} waits for the database: {}", portions.current().run(), e.getMessage());
        }
        return !watch.threads().await(closing, AGAIN);
    }

    private boolean giveUp(RuntimeException refused) throws InterruptedException {
        boolean written = keep(List.of(substitute(portions.current(), String.valueOf(refused.getMessage()))), true);
        announce(portions.end());
        return written;
    }

    /** Returns when the oldest unwritten decision was made; now when all are written. */
    private long oldest() {
        var oldest = writing == null ? queue.peek() : writing;
        return oldest == null ? watch.nanos() : oldest.since();
    }

    /** Gathers settlements while writes follow each other: a transaction for many costs hardly more than one for a few. */
    private void gather() throws InterruptedException {
        inARow = watch.nanos() - wroteAt < GATHER.toNanos() ? inARow + 1 : 0;
        if ((busy || inARow > FEW) && queue.size() < BATCH / 2) {
            watch.threads().await(closing, GATHER);
        }
    }

    /** @return false when it closes before everything is written */
    private boolean keep(List<Settlement> batch, boolean substitute) throws InterruptedException {
        while (true) {
            loop.alive();
            try {
                store.write(batch);
                kept.accept(batch);
                away = false;
                return true;
            } catch (StoreException e) {
                if (e.refusedData()) {
                    return keepTheRestOf(batch, substitute, e);
                }
                away = true;
                LOG.warn("results wait for the database: {}", e.getMessage());
                if (watch.threads().await(closing, AGAIN)) {
                    LOG.error("{} settlements were not written", batch.size());
                    return false;
                }
            } catch (LostLeadership e) {
                throw e;
            } catch (RuntimeException e) {
                // whatever is wrong with one of them must not block the others
                LOG.error("a batch of {} could not be written", batch.size(), e);
                return keepTheRestOf(batch, substitute, e);
            }
        }
    }

    private boolean keepTheRestOf(List<Settlement> batch, boolean substitute, RuntimeException refused)
            throws InterruptedException {
        int middle = batch.size() / 2;
        if (middle > 0) {
            return keep(batch.subList(0, middle), false) && keep(batch.subList(middle, batch.size()), false);
        } else if (substitute) {
            LOG.error("gave up: {}", refused.getMessage());
            return true;
        }
        return keep(List.of(substitute(batch.getFirst(), String.valueOf(refused.getMessage()))), true);
    }

    private void announce(List<? extends Settlement> batch) {
        for (var settlement : batch) {
            if (settlement instanceof Settlement.InPortions each && isLong(each)) {
                portions.add(each);
            } else if (settlement instanceof Settlement.Then then && !portions.holds(then)) {
                then.next().run();
            } else if (settlement instanceof Settlement.Freed freed) {
                freed.next().run();
            }
        }
    }

    /** Returns the substitute for something that PostgreSQL refuses: a case still gets its one result. */
    private static Settlement substitute(Settlement refused, String why) {
        return refused instanceof CaseVerdict verdict
                ? new CaseVerdict(verdict.ref(), verdict.attempt(), verdict.dispatch(), null,
                        bare(verdict.result().result(), why))
                : new Aside("", 0, 0, refused.getClass().getSimpleName(), clean(why),
                        refused.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static CaseResult bare(CaseResult result, String why) {
        var of = result.identity();
        return new CaseResult(new CaseIdentity(of.key(), of.id(), null, of.source(), of.labels(), of.agent(), null),
                Verdict.error(Cause.INFRASTRUCTURE,
                        "the result could not be stored: " + clean(why)),
                Observed.nothing(result.observed().messagesCount()), List.of(), null, result.timing(), result.spend(),
                List.of(), null, null);
    }

    private static String clean(String text) {
        return text.replace("\0", "\uFFFD");
    }
}
