package dev.muster.worker;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.worker.hold.Held;
import dev.muster.worker.hold.Holdings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the inbox on a thread of its own, hands what it takes to the work, and carries out drops. */
final class InboxReader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InboxReader.class);
    private static final Duration LISTEN = Duration.ofMillis(200);

    private final Channel channel;
    private final InboxLease lease;
    private final Holdings holdings;
    private final Consumer<Held> work;
    private final Thread thread;

    InboxReader(Channel channel, InboxLease lease, Holdings holdings, Consumer<Held> work, String worker) {
        this.channel = channel;
        this.lease = lease;
        this.holdings = holdings;
        this.work = work;
        this.thread = Thread.ofPlatform().daemon().name("inbox " + worker).unstarted(this::readUntilClosed);
    }

    void start() {
        thread.start();
    }

    /** Returns only when nothing more will be taken. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readUntilClosed() {
        while (!thread.isInterrupted()) {
            try {
                read();
            } catch (InterruptedException e) {
                return;
            } catch (ChannelException e) {
                // the lease decides when this is hopeless; until then the inbox is opened again where it was left
                LOG.warn("inbox: {}", e.getMessage());
            }
        }
    }

    private void read() throws InterruptedException {
        long from = holdings.snapshot().inboxPosition();
        try (var feed = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), from)))) {
            while (true) {
                feed.poll(LISTEN).forEach(this::look);
            }
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
