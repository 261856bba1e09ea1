package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.message.WorkerMessage.Calls;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.server.ledger.RunLedger.BlockedCase;
import dev.muster.coordinator.server.ledger.RunLedger.Judgement;
import dev.muster.coordinator.server.limits.FairShare;
import dev.muster.coordinator.server.limits.Permits;
import dev.muster.coordinator.server.limits.Rates;
import dev.muster.coordinator.server.scheduler.ReportedRecord.Tickets;
import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which worker gets which case, and what each report means. Everything here runs on the scheduler's thread, and
 * its decisions go to the bookkeeper in order.
 */
final class Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
    /** How long a case that needs permits of several agents waits before they are reserved for it. */
    private static final Duration LONG_WAIT = Duration.ofSeconds(2);

    private final String fleet;
    private final long epoch;
    private final LeaderSettings settings;
    private final Orders orders;
    private final Books books;
    private final CasePages pages;
    private final InstantSource clock;
    private final Workers workers;
    final Suspicions suspicions;
    private final Membership.Ends ends;
    private final Tickets tickets;
    private final Rates rates = new Rates();
    private final Permits permits = new Permits(rates);
    private final Map<String, ActiveRun> runs = new LinkedHashMap<>();
    private final Set<String> ending = new HashSet<>();
    private long dispatches;
    private boolean ready;
    private boolean handsOut = true;

    Scheduler(String fleet, long epoch, LeaderSettings settings, Orders orders, Books books, CasePages pages,
            InstantSource clock, Workers workers, Membership.Ends ends, Tickets tickets) {
        this.ends = ends;
        this.tickets = tickets;
        this.fleet = fleet;
        this.epoch = epoch;
        this.settings = settings;
        this.orders = orders;
        this.books = books;
        this.pages = pages;
        this.clock = clock;
        this.workers = workers;
        this.suspicions = new Suspicions(books::settle, clock);
    }

    void open(ActiveRun run) {
        run.join(runs.values());
        runs.putIfAbsent(run.id, run);
    }

    /** Hands out nothing more of a run; cases in flight may end within the grace time. */
    void stop(String run, Stopping how) {
        find(run).ifPresent(found -> {
            found.stop(how.end(), how.reason(), clock.instant().plus(how.grace()));
            storeStop(found);
        });
    }

    private void storeStop(ActiveRun run) {
        run.newStop().ifPresent(stop -> books.settle(new Settlement.Stopping(run.id, stop)));
    }

    /** Hands out nothing of a run until its pause ends. */
    void pause(String run, boolean begins) {
        find(run).ifPresent(found -> {
            found.time.pause(begins, clock.instant());
            books.settle(new Settlement.Paused(run, begins));
        });
    }

    Instant now() {
        return clock.instant();
    }

    int activeRuns() {
        return runs.size();
    }

    /** Starts to hand out cases: the state of each case of earlier leaders is known. */
    void ready() {
        ready = true;
    }

    /** Sets whether cases are handed out; none are while their results could not be stored. */
    void handsOut(boolean now) {
        handsOut = now;
    }

    Collection<ActiveRun> runs() {
        return runs.values();
    }

    List<FleetStatus.RunStatus> runStatus() {
        return runs.values().stream().map(run -> new FleetStatus.RunStatus(run.id, run.ledger.pendingCount(),
                run.ledger.assignedCount(), run.ledger.lostCount())).toList();
    }

    List<FleetStatus.AgentStatus> agentStatus() {
        return FleetStatus.AgentStatus.of(runs.values().stream().map(run -> run.callees).toList(), permits, rates);
    }

    /** Takes the reports of workers; offsets before those positions are done once all of it is stored. */
    void reported(List<ReportedRecord> batch, Map<Integer, Long> positions) {
        batch.forEach(this::reported);
        books.settle(new Settlement.ReadTo(positions));
    }

    void heard(List<Calls> ended) {
        rates.ended(ended);
    }

    /** Acts on everything that happened: hands out cases, loads pages, cuts off or ends runs. */
    void settleUp() {
        if (!ready) {
            return;
        }
        for (var run : List.copyOf(runs.values())) {
            stopAtLimits(run);
            stopWhatNobodyCanRun(run);
            storeStop(run);
            cutOff(run);
        }
        assign();
        List.copyOf(runs.values()).forEach(this::settleDecided);
        List.copyOf(runs.values()).forEach(this::end);
        runs.values().stream().filter(ActiveRun::wantsPage).forEach(this::load);
        rates.news(clock.instant()).ifPresent(news -> orders.control(new ControlMessage.Rates(fleet, epoch, news)));
    }

    /** Moves a case whose order a worker passed, and that it neither holds nor reported. */
    void passedBy(Assigned assigned) {
        find(assigned.ref().run()).ifPresent(run -> run.ledger.passedBy(assigned.ref(), assigned.dispatch())
                .ifPresent(next -> {
                    free(run, assigned);
                    if (!(next instanceof Pending)) {
                        var verdict = Settlements.neverReported(assigned,
                                run.callees.target(assigned.progress().testCase()), clock.instant());
                        settle(run, run.failed.decide(verdict, null));
                    }
                }));
    }

    /** Makes the same attempt pending again, after a worker gave it back. */
    void handBack(Assigned assigned) {
        find(assigned.ref().run()).ifPresent(run -> {
            if (run.ledger.handBack(assigned.ref(), assigned.dispatch())) {
                free(run, assigned);
            }
        });
    }

    /** Moves a case whose attempt was lost: pending again, or finished if that happened too often. */
    void lose(Assigned assigned, Loss how) {
        find(assigned.ref().run()).ifPresent(run -> run.ledger.lose(assigned.ref(), assigned.dispatch(), how)
                .ifPresent(next -> {
                    free(run, assigned);
                    if (!(next instanceof Pending)) {
                        var verdict = Settlements.workerLost(assigned, how,
                                run.callees.target(assigned.progress().testCase()), clock.instant());
                        settle(run, run.failed.decide(verdict, null));
                    }
                }));
    }

    /** Returns what is assigned to a member now, according to the ledgers. */
    List<Assigned> assignedTo(Member member) {
        return assignedTo(member, each -> true);
    }

    List<Assigned> assignedTo(Member member, Predicate<Dispatch> which) {
        return member.assigned().entrySet().stream().filter(each -> which.test(each.getKey())).map(Map.Entry::getValue)
                .flatMap(ref -> find(ref.run()).map(run -> run.ledger.assigned(ref)).stream()).toList();
    }

    Duration timeout(Assigned assigned) {
        return find(assigned.ref().run()).map(run -> run.attempt(assigned.progress().testCase()).timeout())
                .orElse(Duration.ZERO);
    }

    /** @param member the one that holds it; null when it was already reported */
    void adopt(ActiveRun run, Progress progress, String incarnation, Dispatch dispatch, @Nullable Member member) {
        run.ledger.adopt(progress, incarnation, dispatch, clock.instant());
        permits.take(called(run, progress), incarnation);
        if (member != null) {
            member.take(dispatch, progress.ref());
        }
    }

    void reported(ReportedRecord reported) {
        switch (reported) {
            case ReportedRecord.Attempt(var entry, var report) -> {
                suspicions.reported(report);
                var run = find(report.ref().run());
                var lacking = run.filter(_ -> !gone(report.incarnation())).flatMap(known -> lacking(known, report));
                if (lacking.isPresent()) {
                    suspicions.passedWithout(report, lacking.get());
                    reported(new ReportedRecord.Broken(entry, ReportHead.of(report), "passed with " + lacking.get()));
                } else if (run.isPresent() && !gone(report.incarnation())) {
                    judge(run.get(), report);
                } else {
                    run.ifPresent(known -> known.stopRules.attempted(report.result()));
                    books.settle(Settlements.stray(report, entry));
                }
            }
            case ReportedRecord.Broken broken -> {
                books.settle(Settlements.aside(broken.entry(), broken.reason()));
                broken(broken);
            }
            case ReportedRecord.Unreadable(var entry, var reason) -> {
                suspicions.unreadable();
                books.settle(Settlements.aside(entry, reason));
            }
            case ReportedRecord.Said(var entry, var message) ->
                books.settle(Settlements.aside(entry, "a worker's message in the wrong topic"));
        }
    }

    private static Optional<String> lacking(ActiveRun run, AttemptFinished report) {
        var assigned = run.ledger.assigned(report.ref());
        return assigned == null || !assigned.dispatch().equals(report.dispatch()) ? Optional.empty()
                : FullPass.lacking(assigned.progress().testCase(), report.result());
    }

    /** Ends a case whose report can't be read: the next one would be like it. What it cost counts. */
    private void broken(ReportedRecord.Broken broken) {
        var head = broken.head();
        find(head.ref().run()).ifPresent(run -> {
            var assigned = run.ledger.assigned(head.ref());
            if (assigned != null && assigned.dispatch().equals(head.dispatch()) && !gone(head.incarnation())) {
                judge(run, unreadable(run, assigned, head, broken.reason()));
            }
        });
    }

    /** Judges a report that an earlier leader did not: only what was reported counts, as with any other report. */
    void judgeInherited(ActiveRun run, AttemptFinished report) {
        suspicions.reported(report);
        var lacking = lacking(run, report);
        lacking.ifPresent(what -> suspicions.passedWithout(report, what));
        judge(run, lacking.map(what -> unreadable(run, Objects.requireNonNull(run.ledger.assigned(report.ref())),
                ReportHead.of(report), "passed with " + what)).orElse(report));
    }

    private AttemptFinished unreadable(ActiveRun run, Assigned assigned, ReportHead head, String reason) {
        var target = run.callees.target(assigned.progress().testCase());
        return Settlements.unreadable(head, reason, assigned, target, clock.instant());
    }

    private boolean gone(String incarnation) {
        return workers.find(incarnation).map(member -> member.state() == Member.State.GONE).orElse(true);
    }

    void judge(ActiveRun run, AttemptFinished report) {
        run.stopRules.attempted(report.result());
        switch (run.ledger.judge(report, clock.instant())) {
            case Judgement.Superseded() -> books.settle(Settlements.attempt(report, Settlement.AttemptKind.SUPERSEDED));
            case Judgement.GoesAgain(var was, var next) -> {
                free(run, was);
                run.failed.retried(report);
                books.settle(Settlements.attempt(report, Settlements.goneRound(report)));
            }
            case Judgement.Verdict(var was) -> {
                free(run, was);
                settle(run, run.failed.decide(Settlements.verdict(report, was.progress()),
                        Settlements.attempt(report, Settlement.AttemptKind.SUPERSEDED)));
            }
        }
    }

    /** Stores a stop before the verdict that causes it: otherwise the next leader would not know of it. */
    private void settle(ActiveRun run, FailedAttempts.Decision decision) {
        decision.before().forEach(books::settle);
        var verdict = run.quarantine.heard(decision.verdict());
        run.stopRules.judged(verdict.result());
        stopAtLimits(run);
        books.settle(verdict.keeping(run.settings.keeping().replies()));
        run.finished(verdict.ref(), verdict.result());
        settleDecided(run);
    }

    private void stopAtLimits(ActiveRun run) {
        run.stopAtLimits(clock.instant(), settings.grace());
        storeStop(run);
    }

    private void settleDecided(ActiveRun run) {
        run.takeUnusable().forEach(each -> {
            var verdict = Settlements.unusable(each, new Dispatch(epoch, 0), clock.instant());
            LOG.warn("case {} of run {} can't be run: {}", each.of().testCase().identity().id(), run.id,
                    each.trouble());
            run.stopRules.judged(verdict.result());
            books.settle(verdict);
        });
        run.takeSkipped().forEach(each -> books.settle(Settlements.skipped(each, new Dispatch(epoch, 0),
                run.callees.target(each.pending().progress().testCase()), clock.instant())));
        run.takeDecided().forEach(each -> books.settle(Settlements.decided(each, new Dispatch(epoch, 0),
                run.callees.target(each.progress().testCase()), clock.instant())));
    }

    private void free(ActiveRun run, Assigned was) {
        workers.find(was.incarnation()).ifPresent(member -> member.giveBack(was.dispatch()));
        permits.giveBack(called(run, was.progress()), was.incarnation());
    }

    private void assign() {
        keepPermitsForWhoWaitsLong();
        if (!handsOut || !books.healthy() || books.backlog() >= settings.backlog()) {
            return;
        }
        var turns = new PriorityQueue<Turn>();
        for (var run : runs.values()) {
            if (run.hasRoom()) {
                turns.add(new Turn(run.standing(), turns.size(), run));
            }
        }
        for (int n = turns.size(); !turns.isEmpty(); n++) {
            var run = turns.remove().run;
            // what a run can't be given now, it can't be given after another one took something either
            if (assignOne(run) && run.hasRoom()) {
                turns.add(new Turn(run.standing(), n, run));
            }
        }
    }

    /** @param n decides between runs that stand alike: the one that waits longest is first */
    private record Turn(FairShare.Rank standing, int n, ActiveRun run) implements Comparable<Turn> {

        private static final Comparator<Turn> ORDER = Comparator.comparing(Turn::standing).thenComparingInt(Turn::n);

        @Override
        public int compareTo(Turn other) {
            return ORDER.compare(this, other);
        }
    }

    private boolean assignOne(ActiveRun run) {
        var member = workers.freest(run.needs);
        if (member.isEmpty()) {
            return false;
        }
        var pending = run.nextCase(clock.instant(), each -> mayRunAlone(each, member.get())
                && permits.free(each.ref(), called(run, each.progress()), run.settings.policies().retry().maxWait()));
        pending.ifPresent(found -> handOut(run, found, member.get()));
        return pending.isPresent();
    }

    private boolean mayRunAlone(Pending pending, Member member) {
        return !pending.progress().suspect()
                || assignedTo(member).stream().filter(each -> each.progress().suspect()).count() < CaseOrder.MOST_ALONE;
    }

    private void keepPermitsForWhoWaitsLong() {
        permits.keepNothing();
        var tooLong = clock.instant().minus(LONG_WAIT);
        runs.values().stream().filter(ActiveRun::hasRoom).flatMap(run -> run.ledger.blockedBefore(tooLong).stream()
                .map(blocked -> new Waiting(blocked, called(run, blocked.pending().progress()))))
                .filter(waiting -> waiting.called().size() > 1 && !waiting.blocked().pending().progress().suspect())
                .min(Comparator.comparing(waiting -> waiting.blocked().since()))
                .ifPresent(waiting -> permits.keep(waiting.blocked().pending().ref(), waiting.called()));
    }

    private record Waiting(BlockedCase blocked, Collection<Target> called) {}

    private static Collection<Target> called(ActiveRun run, Progress progress) {
        return run.callees.called(progress.testCase());
    }

    private void handOut(ActiveRun run, Pending pending, Member member) {
        var dispatch = new Dispatch(epoch, ++dispatches);
        var assigned = run.ledger.assign(pending, member.incarnation(), dispatch, clock.instant());
        member.take(dispatch, assigned.ref());
        var progress = assigned.progress();
        permits.take(called(run, progress), member.incarnation());
        run.turn().taken();
        var order = new CaseOrder(fleet, epoch, member.incarnation(), assigned.ref(), dispatch, progress.attempt(),
                progress.testCase(),
                new Parties(run.callees.target(progress.testCase()), run.callees.helpers(progress.testCase())),
                run.attempt(progress.testCase()),
                new Terms(progress.suspect(), run.reportsAtOnce || progress.suspect(),
                        tickets.of(assigned.ref(), dispatch, member.incarnation())));
        orders.order(member, order, offset -> run.ledger.orderedAt(assigned.ref(), dispatch, offset));
    }

    private void load(ActiveRun run) {
        run.loading(true);
        boolean first = run.wantsFirst();
        int next = run.next();
        pages.ask(run.id, cases -> first ? cases.first(run.id)
                : run.begun ? cases.rest(run.id, next, CasePages.PAGE) : cases.page(run.id, next, CasePages.PAGE),
                first ? run::loadFirst : run::load, () -> run.loading(false));
    }

    /** Stops a run that no worker can run. Checked again as workers come and go: one may just be restarting. */
    private void stopWhatNobodyCanRun(ActiveRun run) {
        var unmet = run.stopped() == null && !run.time.isPaused() && run.ledger.assignedCount() == 0
                ? workers.unmet(run.needs)
                : Optional.<WorkerNeeds>empty();
        var since = run.nobodySince();
        if (unmet.isEmpty()) {
            run.nobodySince(null);
        } else if (since == null) {
            run.nobodySince(clock.instant());
            LOG.warn("run {}: no worker {}; unless one joins within {}, the run is stopped", run.id,
                    unmet.get().lacking(), Durations.text(settings.workerGrace()));
        } else if (!clock.instant().isBefore(since.plus(settings.workerGrace()))) {
            run.stop("no worker " + unmet.get().lacking(), clock.instant());
        }
    }

    private void cutOff(ActiveRun run) {
        if (run.isToBeDropped(clock.instant())) {
            ends.afterStored(() -> workers.all().stream()
                    .filter(member -> member.assigned().values().stream().anyMatch(ref -> ref.run().equals(run.id)))
                    .forEach(member -> orders.drop(member, run.id, List.of())));
        }
    }

    private void end(ActiveRun run) {
        if (run.isOverNow()) {
            run.failed.rest().forEach(each -> settle(run, each));
            var stop = run.stopped();
            books.settle(stop == null ? new Settlement.RunOver(run.id, RunState.FINISHED, null)
                    : new Settlement.RunOver(run.id, stop.end(), stop.reason()));
            runs.remove(run.id);
            ending.add(run.id);
            ends.afterEndOf(run.id, () -> ending.remove(run.id));
            run.onceOver.forEach(Runnable::run);
        }
    }

    /** Runs an action once nothing of a run is in flight, and its end is on its way to the store. */
    void whenOver(String run, Runnable then) {
        find(run).ifPresentOrElse(found -> found.whenOver(then), then);
    }

    boolean knows(String run) {
        return runs.containsKey(run) || ending.contains(run);
    }

    Optional<ActiveRun> find(String run) {
        return Optional.ofNullable(runs.get(run));
    }
}
