package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.Loop;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Holdings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the inbox on a thread of its own, passes orders to the workers' threads, and carries out drops. */
final class InboxReader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InboxReader.class);
    private static final Duration LISTEN = Duration.ofMillis(200);

    private final Channel channel;
    private final InboxLease lease;
    private final Holdings holdings;
    private final Consumer<Held> work;
    private final Loop loop;
    private @Nullable Feed feed;

    InboxReader(WorkerContext with, InboxLease lease, Holdings holdings, Consumer<Held> work) {
        this.channel = with.channel();
        this.lease = lease;
        this.holdings = holdings;
        this.work = work;
        this.loop = new Loop("inbox " + with.settings().name(), with.watch(), this::read);
    }

    void start() {
        loop.start();
    }

    /** Returns only once nothing more is taken. */
    @Override
    public void close() {
        loop.close();
        closeFeed();
    }

    private boolean read() throws InterruptedException {
        try {
            open().poll(LISTEN).forEach(this::look);
        } catch (ChannelException e) {
            // the lease decides when to give up; until then the inbox is reopened where reading stopped
            LOG.warn("inbox: {}", e.getMessage());
            closeFeed();
        }
        return true;
    }

    private Feed open() {
        var opened = feed;
        if (opened == null) {
            opened = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), holdings.position())));
            feed = opened;
        }
        return opened;
    }

    private void closeFeed() {
        var opened = feed;
        feed = null;
        if (opened != null) {
            opened.close();
        }
    }

    private void look(Entry entry) {
        try {
            if (entry.value() == null) {
                holdings.pass(entry.offset());
            } else {
                carryOut(entry.offset(), Codec.INBOX.open(entry.value()));
            }
        } catch (UnreadableMessage e) {
            holdings.pass(entry.offset());
            LOG.warn("inbox: record {} was skipped: {}", entry.offset(), e.getMessage());
        }
    }

    private void carryOut(long offset, InboxMessage message) {
        switch (message) {
            case InboxMessage.CaseOrder order -> holdings.take(offset, order).ifPresent(work);
            case InboxMessage.Drop drop -> {
                holdings.pass(offset);
                drop(drop);
            }
            case InboxMessage.Check check -> holdings.pass(offset);
        }
    }

    private void drop(InboxMessage.Drop drop) {
        if (drop.incarnation().equals(lease.incarnation()) && drop.epoch() == holdings.epoch()) {
            dropped(drop).forEach(each -> each.stop(Held.Stop.DROPPED));
        }
    }

    private List<Held> dropped(InboxMessage.Drop drop) {
        return holdings.held(order -> order.ref().run().equals(drop.run())
                && (drop.dispatches().isEmpty() || drop.dispatches().contains(order.dispatch())));
    }
}
