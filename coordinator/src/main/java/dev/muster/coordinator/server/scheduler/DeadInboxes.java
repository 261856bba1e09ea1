package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;

/** Finds the orders sent to a worker that can no longer say what it holds. */
interface DeadInboxes {

    /**
     * Reads the orders for an incarnation, from its lease to its inbox's end.
     *
     * @param read receives them on the scheduler's thread
     */
    void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read);
}
