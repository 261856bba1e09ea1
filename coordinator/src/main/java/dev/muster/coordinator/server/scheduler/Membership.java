package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.scheduler.Workers.JoinQueue;
import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks who joins, who still holds what, who leaves, and who has fallen silent. Used by the scheduler's thread only.
 * It acts on a missing order, a goodbye or a silence only after {@code results} was read to its end: the report may
 * have come before.
 */
final class Membership {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final String fleet;
    private final long epoch;
    private final Duration lease;
    private final Workers workers;
    private final Scheduler scheduler;
    private final Orders orders;
    private final Books books;
    private final Ends ends;
    private final TakeOver takeOver;
    private final FleetTime time = new FleetTime();
    private final UntakenOrders untaken;
    private final Silences silences;
    private final JoinQueue doorstep = new JoinQueue();
    /** Incarnations never come back: a hello of one of these is an old record, sent again. */
    private final Set<String> gone = new HashSet<>();
    private boolean lookingForSilence;

    /** Continues once a topic was read to the end that it has now. */
    interface Ends {
        void afterResults(Runnable then);

        void afterWorkers(Runnable then);

        void afterStored(Runnable then);

        /** Does the same once the end of a run is stored, too. */
        void afterEndOf(String run, Runnable then);
    }

    Membership(String fleet, long epoch, Duration lease, Workers workers, Scheduler scheduler, Orders orders,
            Books books, Ends ends, TakeOver takeOver) {
        this.fleet = fleet;
        this.epoch = epoch;
        this.lease = lease;
        this.silences = new Silences(lease);
        this.workers = workers;
        this.scheduler = scheduler;
        this.orders = orders;
        this.books = books;
        this.ends = ends;
        this.takeOver = takeOver;
        this.untaken = new UntakenOrders(scheduler, orders, member -> ends.afterResults(() -> {
            if (member.state() != Member.State.GONE) {
                giveUp(member);
            }
        }));
    }

    void heard(List<ReportedRecord> batch, Map<Integer, Long> positions) {
        batch.forEach(this::heard);
    }

    /** Returns how long a member has been silent, on the fleet's clock. */
    Duration silence(Member member) {
        return member.silence(time.now());
    }

    int waiting() {
        return doorstep.waiting(time.now());
    }

    /** Looks for members that were silent for longer than the lease; gives them up only once everything was heard. */
    void lookForSilence() {
        if (!takeOver.over()) {
            takeOver.lookForSilence(time.now(), lease);
        } else if (!lookingForSilence && !silent().isEmpty()) {
            lookingForSilence = true;
            ends.afterWorkers(() -> ends.afterResults(() -> {
                lookingForSilence = false;
                silent().forEach(this::giveUp);
            }));
        }
    }

    private void heard(ReportedRecord reported) {
        time.seen(reported.entry().time());
        switch (reported) {
            case ReportedRecord.Said(var entry, WorkerMessage.Hello hello) when !possible(hello) -> {
                scheduler.suspicions.tooManySlots(hello);
                books.settle(Settlements.aside(entry, "a worker with " + hello.slots() + " slots"));
            }
            case ReportedRecord.Said(var entry, var message) -> heard(message);
            case ReportedRecord.Unreadable(var entry, var reason) -> {
                scheduler.suspicions.unreadable();
                books.settle(Settlements.aside(entry, reason));
            }
            case ReportedRecord.Broken broken ->
                books.settle(Settlements.aside(broken.entry(), "a result in the wrong topic"));
            case ReportedRecord.Attempt(var entry, var report) ->
                books.settle(Settlements.aside(entry, "a result in the wrong topic"));
        }
    }

    private static boolean possible(WorkerMessage.Hello hello) {
        return hello.slots() >= 1 && hello.slots() <= WorkerMessage.Hello.MOST_SLOTS;
    }

    private void heard(WorkerMessage message) {
        if (message.epoch() != epoch) {
            heardOld(message);
            return;
        }
        switch (message) {
            // before that, a newcomer would be given the inbox of an awaited worker
            case WorkerMessage.Hello hello -> takeOver.whenBegun(() -> hello(hello));
            case WorkerMessage.Snapshot snapshot -> {
                scheduler.suspicions.isThere(snapshot.incarnation());
                workers.find(snapshot.incarnation()).ifPresentOrElse(member -> snapshot(member, snapshot),
                        () -> refuse(snapshot.incarnation()));
            }
            case WorkerMessage.Bye bye -> {
                doorstep.gone(bye.incarnation());
                workers.find(bye.incarnation()).ifPresent(this::goodbye);
            }
            case WorkerMessage.Beat beat -> {
                // it moved the clock
            }
        }
    }

    /** Only a goodbye of an earlier epoch means anything, even one said while nobody led: its sender holds nothing. */
    private void heardOld(WorkerMessage message) {
        if (message instanceof WorkerMessage.Bye bye) {
            takeOver.whenBegun(() -> {
                if (takeOver.awaits(bye.incarnation())) {
                    takeOver.left(bye.incarnation());
                }
            });
        }
    }

    private void hello(WorkerMessage.Hello hello) {
        var known = workers.find(hello.incarnation());
        if (known.isPresent()) {
            known.get().seenAt(time.now());
            leaseAgain(known.get());
        } else if (takeOver.awaits(hello.incarnation())) {
            takeOver.answered(hello, time.now()).ifPresent(this::welcome);
        } else if (gone.contains(hello.incarnation()) || takeOver.isGone(hello.incarnation())) {
            refuse(hello.incarnation());
        } else if (hello.inbox() != null) {
            refuse(hello.incarnation());
        } else {
            workers.join(hello, time.now()).ifPresentOrElse(this::welcome, () -> letWait(hello));
        }
    }

    private void letWait(WorkerMessage.Hello hello) {
        if (doorstep.waits(hello.incarnation(), time.now())) {
            LOG.warn(
                    "worker {} waits: all {} inboxes of the fleet are taken; one becomes free when a worker leaves, and "
                            + "a coordinator that is started with more --inboxes adds some",
                    hello.worker(), workers.inboxes());
            orders.control(new ControlMessage.Full(fleet, epoch, hello.incarnation(), workers.inboxes()));
        }
    }

    /** Refuses an incarnation that was given up but has not heard of it, or that comes too early to be judged. */
    private void refuse(String incarnation) {
        if (takeOver.begun() && !takeOver.awaits(incarnation) && !takeOver.givesUp(incarnation)) {
            orders.fence(incarnation);
        }
    }

    private void welcome(Member member) {
        var hello = member.hello;
        doorstep.gone(hello.incarnation());
        books.settle(new Settlement.Joined(hello.incarnation(), hello.worker(), hello.pid(), hello.slots()));
        orders.inboxEnd(member.inbox, end -> lease(member, end));
    }

    /** Leases the inbox again to a member that says hello: the request for the inbox's end, or the lease, was lost. */
    private void leaseAgain(Member member) {
        var from = member.leasedFrom();
        if (from == null) {
            orders.inboxEnd(member.inbox, end -> lease(member, end));
        } else {
            lease(member, from);
        }
    }

    private void lease(Member member, long end) {
        long from = member.leasedFrom() == null ? end : member.leasedFrom();
        member.leaseFrom(from);
        orders.control(new ControlMessage.InboxLease(fleet, epoch, member.incarnation(), member.inbox, from));
        if (member.state() == Member.State.JOINING) {
            member.become(Member.State.ACTIVE);
            LOG.info("worker {} joined with {} slots", member.hello.worker(), member.hello.slots());
        }
    }

    private void snapshot(Member member, WorkerMessage.Snapshot snapshot) {
        if (member.state() == Member.State.GONE || !member.hears(snapshot.seq())) {
            return;
        }
        member.seenAt(time.now());
        scheduler.heard(snapshot.calls());
        member.waitFor(snapshot.waits());
        if (snapshot.draining() && member.state() == Member.State.ACTIVE) {
            member.become(Member.State.DRAINING);
        }
        heardOverdue(member, snapshot.overdue());
        var held = new HashSet<>(snapshot.held());
        orders.heard(member, held);
        if (held.containsAll(member.assigned().keySet())) {
            return;
        }
        untaken.heard(member, snapshot, held, scheduler.now(), time);
        var passedBy = passedBy(member, snapshot, held);
        if (!passedBy.isEmpty()) {
            ends.afterResults(() -> passedBy.forEach(scheduler::passedBy));
        }
    }

    /**
     * Returns what the member was sent before its position and does not hold, in two snapshots: never run, or reported.
     * Most of what one snapshot lacks is on its way as a report.
     */
    private List<Assigned> passedBy(Member member, WorkerMessage.Snapshot snapshot, Set<Dispatch> held) {
        var lacking = scheduler.assignedTo(member, dispatch -> !held.contains(dispatch)).stream()
                .filter(each -> each.orderOffset() < snapshot.inboxPosition()).toList();
        return member.lackedBefore(lacking);
    }

    private void goodbye(Member member) {
        if (member.state() == Member.State.GONE) {
            return; // given up before it was heard: its fence is on the way, and nothing from it counts any more
        }
        scheduler.suspicions.saidGoodbye(member.incarnation(), member.hello.worker());
        member.become(Member.State.DRAINING);
        takeOver.whenOver(() -> ends.afterResults(() -> {
            scheduler.assignedTo(member).forEach(scheduler::handBack);
            remove(member);
            books.settle(new Settlement.Left(member.incarnation()));
            LOG.info("worker {} left", member.hello.worker());
        }));
    }

    private List<Member> silent() {
        return workers.silentLonger(lease, time.now());
    }

    /** Gives a member up for good: its fence is stored before its cases are pending again. */
    private void giveUp(Member member) {
        boolean together = silences.together(member, workers.all(), time.now());
        var assigned = scheduler.assignedTo(member);
        var how = member.state() == Member.State.DRAINING ? Loss.DRAINING : Loss.of(assigned.size(), together);
        member.become(Member.State.GONE);
        assigned.stream().collect(Collectors.groupingBy(each -> each.ref().run(), Collectors.summingInt(_ -> 1)))
                .forEach((run, cases) -> scheduler.find(run)
                        .ifPresent(found -> found.lost(member.hello.worker(), cases)));
        LOG.warn("worker {} has been silent for {}: its {} cases are dispatched again", member.hello.worker(),
                member.silence(time.now()), assigned.size());
        books.settle(new Settlement.Fence(member.incarnation(),
                assigned.stream().map(each -> Settlements.lost(each, member, how)).toList()));
        ends.afterStored(() -> {
            assigned.forEach(each -> scheduler.lose(each, how));
            orders.fence(member.incarnation());
            remove(member);
        });
    }

    private void remove(Member member) {
        gone.add(member.incarnation());
        workers.remove(member);
        orders.gone(member);
        untaken.forget(member);
    }

    /** Detects workers that fell silent together, on the fleet's clock. Used by the scheduler's thread only. */
    static final class Silences {

        private static final Duration LONGEST = Duration.ofSeconds(5);
        private static final Duration FORGOTTEN = Duration.ofMinutes(1);

        private final Duration together;
        private final List<Duration> lost = new ArrayList<>();

        /** @param lease a case that brings down one worker after another takes at least that long for each */
        Silences(Duration lease) {
            var half = lease.dividedBy(2);
            this.together = half.compareTo(LONGEST) < 0 ? half : LONGEST;
        }

        /** Whether a member that is given up now fell silent together with another. */
        boolean together(Member member, Collection<Member> all, Duration now) {
            var since = now.minus(member.silence(now));
            lost.removeIf(earlier -> since.minus(earlier).compareTo(FORGOTTEN) > 0);
            boolean found = lost.stream().anyMatch(earlier -> near(earlier, since))
                    || all.stream().filter(other -> other != member && other.state() != Member.State.GONE)
                            .filter(other -> other.silence(now).compareTo(together) >= 0)
                            .anyMatch(other -> near(now.minus(other.silence(now)), since));
            lost.add(since);
            return found;
        }

        private boolean near(Duration one, Duration other) {
            return one.minus(other).abs().compareTo(together) <= 0;
        }
    }

    /** Gives up attempts that did not come back although their worker lives; their reports may have come before. */
    private void heardOverdue(Member member, List<Dispatch> named) {
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
                        each.progress().testCase().identity().id(), each.ref().run(), member.hello.worker());
                books.settle(Settlements.overdue(each, member, scheduler.timeout(each)));
                scheduler.lose(each, Loss.OVERDUE);
                orders.drop(member, each.ref().run(), List.of(each.dispatch()));
            }
        }
    }
}
