package dev.muster.bench;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Joins a fleet with as many slots as a run has cases, and reports each case at once with a made-up result. It sends no
 * beats: the measured coordinator gives no worker up.
 */
final class InstantWorker implements AutoCloseable {

    private static final Duration LISTEN = Duration.ofMillis(100);
    private static final String NAME = "instant";

    private final Channel channel;
    private final String fleet;
    private final int slots;
    private final String incarnation = UUID.randomUUID().toString();
    private final MadeUpResults results = new MadeUpResults();
    private @Nullable Thread thread;

    InstantWorker(Channel channel, String fleet, int slots) {
        this.channel = channel;
        this.fleet = fleet;
        this.slots = slots;
    }

    /** Returns once it can be given cases; reports them on a thread of its own until it is closed. */
    void join(Ticker ticker, Duration patience) throws IOException, InterruptedException {
        long until = ticker.nanos() + patience.toNanos();
        try (var control = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (thread == null) {
                if (ticker.nanos() > until) {
                    throw new IOException("the coordinator gave the worker no inbox");
                }
                heard(control).forEach(this::follow);
            }
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    private static Stream<ControlMessage> heard(Feed control) throws InterruptedException {
        return control.poll(LISTEN).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.CONTROL::open);
    }

    private void follow(ControlMessage message) {
        if (message instanceof ControlMessage.Leadership(var _, var epoch)) {
            var hello = new Hello(fleet, epoch, NAME, incarnation, ProcessHandle.current().pid(), slots, Set.of(),
                    Set.of());
            channel.append(Topic.WORKERS, 0, incarnation, Codec.WORKER.seal(hello)).join();
        } else if (message instanceof InboxLease lease && lease.incarnation().equals(incarnation)) {
            thread = Thread.ofPlatform().daemon().name("instant worker").start(() -> work(lease));
        }
    }

    private void work(InboxLease lease) {
        try (var inbox = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), lease.offset())))) {
            while (true) {
                inbox.poll(LISTEN).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.INBOX::open)
                        .filter(CaseOrder.class::isInstance).map(CaseOrder.class::cast).forEach(this::report);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(CaseOrder order) {
        var result = results.of(order);
        var report = new AttemptFinished(fleet, order.epoch(), NAME, incarnation, order.ref(), order.dispatch(),
                order.attempt(), result, false);
        var _ = channel.append(Topic.RESULTS, Topic.RESULTS.partitionOf(result.identity().key()),
                result.identity().key(),
                Codec.RESULT.seal(report));
    }
}
