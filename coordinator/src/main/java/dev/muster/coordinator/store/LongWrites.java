package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.store.Settlement.InPortions;
import dev.muster.coordinator.store.Settlement.Then;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settlements that are written in portions, between the bookkeeper's batches. On the bookkeeper's thread only. */
final class LongWrites {

    private static final Logger LOG = LoggerFactory.getLogger(LongWrites.class);

    private final BookStore store;
    private final int rows;
    private final Deque<Work> works = new ArrayDeque<>();

    /** @param rows of a portion, at first */
    LongWrites(BookStore store, int rows) {
        this.store = store;
        this.rows = rows;
    }

    /** A settlement, where its next portion begins, and what waits for its end. */
    private static final class Work {

        private final InPortions settlement;
        private final List<Then> behind = new ArrayList<>();
        private Portion portion;

        Work(InPortions settlement, Portion portion) {
            this.settlement = settlement;
            this.portion = portion;
        }
    }

    boolean isEmpty() {
        return works.isEmpty();
    }

    void add(InPortions settlement) {
        works.add(new Work(settlement, Portion.first(rows)));
    }

    /** Whether an action waits for one of these; it is run then. */
    boolean holds(Then then) {
        var last = works.reversed().stream().filter(work -> work.settlement.run().equals(then.run())).findFirst();
        last.ifPresent(work -> work.behind.add(then));
        return last.isPresent();
    }

    /** Returns the settlement whose turn it is. */
    InPortions current() {
        return works.getFirst().settlement;
    }

    /**
     * Writes the next portion.
     *
     * @return whether its settlement is written completely
     */
    boolean write() {
        var work = works.getFirst();
        var next = store.writePortion(work.settlement, work.portion);
        next.ifPresent(portion -> work.portion = portion);
        return next.isEmpty();
    }

    /** Halves the portion that took too long, and lets others go first. */
    void halve() {
        var work = works.removeFirst();
        LOG.warn("{} rows of run {} took too long to write; the next portion is half as large", work.portion.rows(),
                work.settlement.run());
        work.portion = work.portion.halved();
        works.add(work);
    }

    /** Ends the current settlement; returns what waited for it. */
    List<Then> end() {
        return works.removeFirst().behind;
    }
}
