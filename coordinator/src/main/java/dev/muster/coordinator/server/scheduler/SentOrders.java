package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.message.Codec;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.UnreadableMessage;

/** Finds the orders in an inbox that were sent to one incarnation. */
final class SentOrders {

    private SentOrders() {}

    static Optional<HeldOrder> in(Entry entry, String incarnation) {
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
