package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Holdings;
import dev.muster.worker.inflight.Lease;
import dev.muster.worker.ratelimit.RateLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a beat every second with the cases in flight, on a thread of its own that no case can block. */
final class Beats implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Beats.class);

    private final Channel channel;
    private final WorkerSettings settings;
    private final Holdings holdings;
    private final Lease lease;
    private final RateLimits paces;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final LoopWatch watch;
    private final Loop loop;

    Beats(Channel channel, WorkerSettings settings, Holdings holdings, Lease lease, RateLimits paces, LoopWatch watch) {
        this.channel = channel;
        this.settings = settings;
        this.holdings = holdings;
        this.lease = lease;
        this.paces = paces;
        this.watch = watch;
        this.loop = new Loop("beats " + settings.name(), watch, this::turn);
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
        return !watch.threads().await(stopped, settings.beat());
    }

    private void beat() {
        var snapshot = holdings.snapshot().overdue(overdue()).with(paces.ended());
        long sent = lease.send();
        var _ = channel.append(Topic.WORKERS, 0, snapshot.incarnation(), Codec.WORKER.seal(snapshot))
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

    private void abandon() {
        var all = holdings.held(each -> true);
        if (!all.isEmpty()) {
            LOG.warn("worker {}: the broker did not answer for {}; gives up {} cases", settings.name(),
                    settings.lease().patience(), all.size());
            all.forEach(each -> each.stop(Held.Stop.ABANDONED));
        }
    }
}
