package dev.muster.worker;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.worker.hold.Held;
import dev.muster.worker.hold.Holdings;
import dev.muster.worker.hold.Lease;
import dev.muster.worker.pace.Paces;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says every second what is held, on a thread of its own that no case can keep busy. */
final class Beats implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Beats.class);

    private final Channel channel;
    private final WorkerSettings settings;
    private final Holdings holdings;
    private final Lease lease;
    private final Paces paces;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;

    Beats(Channel channel, WorkerSettings settings, Holdings holdings, Lease lease, Paces paces) {
        this.channel = channel;
        this.settings = settings;
        this.holdings = holdings;
        this.lease = lease;
        this.paces = paces;
        this.thread = Thread.ofPlatform().daemon().name("beats " + settings.name()).unstarted(this::beatUntilStopped);
    }

    void start() {
        thread.start();
    }

    /** Returns only when the last beat was handed to the channel, so that a goodbye comes after it. */
    @Override
    public void close() {
        stopped.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void beatUntilStopped() {
        try {
            do {
                beat();
            } while (!stopped.await(settings.beat().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
