package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.Loop;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.Wait;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Holdings;
import dev.muster.worker.inflight.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a beat every second with the cases in flight, on a thread of its own that no case can block. */
final class Beats implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Beats.class);

    private static final int MOST_WAITS = 10;

    private final WorkerContext with;
    private final WorkerSettings settings;
    private final Holdings holdings;
    private final Lease lease;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Loop loop;

    Beats(WorkerContext with, Holdings holdings, Lease lease) {
        this.with = with;
        this.settings = with.settings();
        this.holdings = holdings;
        this.lease = lease;
        this.loop = new Loop("beats " + settings.name(), with.watch(), this::turn);
    }

    void start() {
        loop.start();
    }

    /** Returns only once the last beat was handed to the channel, so that a goodbye comes after it. */
    @Override
    public void close() {
        stopped.countDown();
        loop.awaitEnd(Duration.ZERO);
    }

    private boolean turn() throws InterruptedException {
        beat();
        return !with.watch().threads().await(stopped, settings.beat());
    }

    private void beat() {
        var snapshot = holdings.snapshot().overdue(overdue()).with(with.rateLimits().takeCalls()).waiting(waits());
        long sent = lease.send();
        var _ = with.channel().append(Topic.WORKERS, 0, snapshot.incarnation(), Codec.WORKER.seal(snapshot))
                .whenComplete((offset, failure) -> {
                    if (failure == null) {
                        lease.acked(sent);
                    }
                });
        if (lease.hopeless()) {
            abandon();
        }
    }

    private List<Dispatch> overdue() {
        return holdings.held(all -> true).stream().filter(each -> each.overdue(settings.overdueAfter()))
                .map(each -> each.order().dispatch()).toList();
    }

    private List<Wait> waits() {
        long now = with.ticker().nanos();
        return Wait.merged(holdings.held(all -> true).stream().flatMap(each -> each.waitsFor(now).stream()),
                MOST_WAITS);
    }

    private void abandon() {
        var all = holdings.held(each -> true);
        if (!all.isEmpty()) {
            LOG.warn("worker {}: the broker did not answer for {}; dropping {} cases", settings.name(),
                    settings.lease().patience(), all.size());
            all.forEach(each -> each.stop(Held.Stop.ABANDONED));
        }
    }
}
