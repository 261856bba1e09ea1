package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.UnreadableMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads dead inboxes from the channel. */
record ReadInboxes(Channel channel, Executor schedulerThread, Executor aside,
        BooleanSupplier givenUp) implements TakeOver.DeadInboxes {

    private static final Logger LOG = LoggerFactory.getLogger(ReadInboxes.class);
    private static final Duration LISTEN = Duration.ofMillis(50);

    @Override
    public void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read) {
        aside.execute(() -> {
            try {
                var orders = orders(lease);
                schedulerThread.execute(() -> read.accept(orders));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ChannelException e) {
                LOG.warn("the inbox of a lost worker is read again: {}", e.getMessage());
                ordersFor(lease, read);
            }
        });
    }

    private List<HeldOrder> orders(InboxLease lease) throws InterruptedException {
        long end = channel.end(Topic.CASES, lease.partition());
        var found = new ArrayList<HeldOrder>();
        try (var feed = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), lease.offset())))) {
            while (feed.positions().getOrDefault(lease.partition(), end) < end && !givenUp.getAsBoolean()) {
                feed.poll(LISTEN).forEach(entry -> order(entry, lease.incarnation()).ifPresent(found::add));
            }
        }
        return found;
    }

    /** Returns the order in an entry, if it was sent to that incarnation. */
    private static Optional<HeldOrder> order(Entry entry, String incarnation) {
        try {
            return entry.value() != null && Codec.INBOX.open(entry.value()) instanceof CaseOrder order
                    && order.incarnation().equals(incarnation)
                            ? Optional.of(new HeldOrder(order.ref(), order.dispatch(), order.attempt()))
                            : Optional.empty();
        } catch (UnreadableMessage e) {
            return Optional.empty();
        }
    }
}
