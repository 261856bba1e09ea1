package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Snapshot;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects a worker that beats but does not read its inbox: an order that it does not pass for long is followed by a
 * check, and a worker that does not pass the check either is given up. Used by the scheduler's thread only.
 */
final class UntakenOrders {

    private static final Logger LOG = LoggerFactory.getLogger(UntakenOrders.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CHECKED = Duration.ofSeconds(10);

    private final Scheduler scheduler;
    private final Orders orders;
    private final Consumer<Member> giveUp;
    private final Map<String, PlacedCheck> checks = new HashMap<>();

    private static final class PlacedCheck {
        private long offset = Assigned.NOT_KNOWN;
        private Duration placed = Duration.ZERO;
    }

    UntakenOrders(Scheduler scheduler, Orders orders, Consumer<Member> giveUp) {
        this.scheduler = scheduler;
        this.orders = orders;
        this.giveUp = giveUp;
    }

    /** @param now on the fleet's clock */
    void heard(Member member, Snapshot snapshot, Set<Dispatch> held, Instant moment, FleetTime now) {
        if (scheduler.assignedTo(member, dispatch -> !held.contains(dispatch)).stream()
                .noneMatch(each -> each.orderOffset() >= snapshot.inboxPosition()
                        && Duration.between(each.since(), moment).compareTo(PATIENCE) > 0)) {
            checks.remove(member.incarnation());
            return;
        }
        var check = checks.get(member.incarnation());
        if (check == null) {
            check(member, now);
        } else if (check.offset >= snapshot.inboxPosition() && check.offset != Assigned.NOT_KNOWN
                && now.now().minus(check.placed).compareTo(CHECKED) > 0) {
            LOG.warn("worker {} sends heartbeats but takes no orders", member.hello.worker());
            giveUp.accept(member);
        }
    }

    void forget(Member member) {
        checks.remove(member.incarnation());
    }

    private void check(Member member, FleetTime now) {
        var check = new PlacedCheck();
        checks.put(member.incarnation(), check);
        orders.check(member, offset -> {
            check.offset = offset;
            check.placed = now.now();
        });
    }
}
