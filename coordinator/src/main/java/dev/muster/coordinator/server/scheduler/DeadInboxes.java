package dev.muster.coordinator.server.scheduler;

import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;
import java.util.List;
import java.util.function.Consumer;

/** What was sent to a worker that can't tell any more what it holds. */
interface DeadInboxes {

    /** @param read told, on the lead's thread, the orders for that incarnation, from its lease to its inbox's end */
    void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read);
}
