package dev.muster.worker.inflight;

import dev.muster.common.message.Dispatch;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Snapshot;
import dev.muster.common.time.Ticker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What one incarnation holds. Epoch, inbox position and the held list change under one lock, and a snapshot is a copy
 * taken under it; an order is held from the moment its epoch is checked. Without that, a snapshot could show an order
 * as passed and not held while it is on its way to being run, and the case would run twice.
 */
public final class Holdings {

    private final String fleet;
    private final String incarnation;
    private final Ticker ticker;
    private final Map<Dispatch, Held> held = new LinkedHashMap<>();
    private long epoch;
    private long position;
    private long seq;
    private boolean draining;

    /** @param position offset from which the inbox is read */
    public Holdings(String fleet, String incarnation, long epoch, long position, Ticker ticker) {
        this.fleet = fleet;
        this.incarnation = incarnation;
        this.epoch = epoch;
        this.position = position;
        this.ticker = ticker;
    }

    /** Passes an order by: it is held from here on, or it is not for us. */
    public synchronized Optional<Held> take(long offset, CaseOrder order) {
        position = offset + 1;
        if (draining || order.epoch() != epoch || !order.incarnation().equals(incarnation)) {
            return Optional.empty();
        }
        var taken = new Held(order, ticker.nanos());
        held.put(order.dispatch(), taken);
        return Optional.of(taken);
    }

    /** Passes by a record that is no order. */
    public synchronized void pass(long offset) {
        position = offset + 1;
    }

    /** The report was acknowledged: only now is the case not held any more. */
    public synchronized void release(Held done) {
        held.remove(done.order().dispatch());
    }

    /** Another coordinator leads: from here on only its orders are taken, and what is held goes on. */
    public synchronized void follow(long newer) {
        epoch = newer;
    }

    /** Whose orders are taken. */
    public synchronized long epoch() {
        return epoch;
    }

    /** All that is held, for a coordinator that did not hand it out. */
    public synchronized List<HeldOrder> orders() {
        return held.values().stream().map(Held::order)
                .map(order -> new HeldOrder(order.ref(), order.dispatch(), order.attempt())).toList();
    }

    public synchronized Snapshot snapshot() {
        return new Snapshot(fleet, epoch, incarnation, ++seq, position, List.copyOf(held.keySet()), draining);
    }

    /** Offset of the next inbox record to look at. */
    public synchronized long position() {
        return position;
    }

    /** How many cases are held. */
    public synchronized int count() {
        return held.size();
    }

    public synchronized List<Held> held(Predicate<CaseOrder> which) {
        return held.values().stream().filter(each -> which.test(each.order())).toList();
    }

    /** From here on no order is taken. */
    public synchronized void drain() {
        draining = true;
    }
}
