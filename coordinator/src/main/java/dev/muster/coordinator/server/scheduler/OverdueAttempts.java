package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.store.Books;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts that did not come back although their worker lives: they are lost. For the scheduler's thread only. */
record OverdueAttempts(Scheduler scheduler, Orders orders, Books books, Membership.Ends ends) {

    private static final Logger LOG = LoggerFactory.getLogger(OverdueAttempts.class);

    /** Handles the dispatches that a member names; their reports may have come before. */
    void heard(Member member, List<Dispatch> named) {
        if (named.stream().anyMatch(member.assigned()::containsKey)) {
            var overdue = new HashSet<>(named);
            ends.afterResults(() -> giveUp(member, overdue));
        }
    }

    /** The member names them again each second until then; those lost by now are no longer assigned to it. */
    private void giveUp(Member member, Set<Dispatch> overdue) {
        if (member.state() == Member.State.GONE) {
            return;
        }
        for (var each : scheduler.assignedTo(member)) {
            if (overdue.contains(each.dispatch())) {
                LOG.warn("case {} of run {} was not finished by worker {}: it is dispatched again",
                        each.progress().testCase().identity().id(), each.ref().run(), member.hello().worker());
                books.settle(Settlements.overdue(each, member, scheduler.timeout(each)));
                scheduler.lose(each, Loss.OVERDUE);
                orders.drop(member, each.ref().run(), List.of(each.dispatch()));
            }
        }
    }
}
