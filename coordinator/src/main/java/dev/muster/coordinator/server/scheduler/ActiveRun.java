package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunPage.LostWorker;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RetryRules;
import dev.muster.coordinator.server.ledger.RunLedger;
import dev.muster.coordinator.server.limits.FairShare;
import dev.muster.coordinator.server.scheduler.MatrixExpansion.SimulatorSeed;
import dev.muster.coordinator.server.scheduler.QuarantinedCases.UnusableCases;
import dev.muster.coordinator.store.EarlierAttempts;
import dev.muster.coordinator.store.FailedEarlier;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.SpentSoFar;
import org.jspecify.annotations.Nullable;

/** The state of a running run. Used by the scheduler's thread only. */
final class ActiveRun {

    private static final int LOW = 512;
    /** How many cases ahead it looks for one whose agents accept one more. */
    private static final int FAR = 8_192;

    final String id;
    final RunSettings settings;
    /** Whether some of its cases may already have a result. */
    final boolean begun;
    private final Map<CaseRef, EarlierAttempts> past;
    final RunLedger ledger;
    private final MatrixExpansion unfolding;
    final WorkerNeeds needs;
    final boolean reportsAtOnce;
    final CaseTargets callees;
    /** Its stop rules, which see every report, even those that don't count. */
    final StopRules stopRules;
    final FailedAttempts failed = new FailedAttempts();
    final RunTime time;
    final QuarantinedCases quarantine;
    private final UnusableCases unusable;
    final List<Runnable> onceOver = new ArrayList<>();
    private final List<LostWorker> lostWorkers = new ArrayList<>();
    private @Nullable Instant nobodySince;
    private FairShare turn;
    private int next;
    private boolean firstLoaded;
    private boolean loading;
    private boolean allLoaded;
    private boolean announcedOver;
    private @Nullable Stop stop;
    private @Nullable Stop stored;
    private boolean dropped;

    ActiveRun(String id, int total, RunSettings settings, Instant now) {
        this(new OpenRun(id, total, settings, 0, Map.of(), SpentSoFar.NOTHING, null), false, now);
    }

    /** Notes that a worker was lost with some of its cases. */
    void lost(String worker, int cases) {
        if (lostWorkers.size() < RunPage.Waiting.MOST_LOST) {
            lostWorkers.add(new LostWorker(worker, cases));
        }
    }

    List<LostWorker> lostWorkers() {
        return List.copyOf(lostWorkers);
    }

    /** @param begun whether an earlier coordinator handed out some of its cases */
    ActiveRun(OpenRun run, boolean begun, Instant now) {
        this.id = run.id();
        this.settings = run.settings();
        this.begun = begun;
        this.past = run.past();
        this.needs = settings.needs();
        this.reportsAtOnce = settings.wantsReportsAtOnce();
        this.callees = new CaseTargets(settings.targets().agents(), settings.targets().connectors());
        this.stopRules = new StopRules(settings.policies().failFast(), settings.pacing().limits(), run.soFar(),
                run.finished() == 0);
        this.time = RunTime.after(run.soFar(), now);
        this.quarantine = new QuarantinedCases(new QuarantineIndex(settings.policies().quarantine()));
        this.unusable = new UnusableCases(id, settings, callees);
        this.unfolding = new MatrixExpansion(id, settings.matrix(), new SimulatorSeed(settings.about().seed()),
                this::past);
        this.turn = new FairShare(settings.pacing().priority(), List.of());
        this.ledger = new RunLedger(run.total(), run.finished(), RetryRules.retries(settings.policies().retries())
                .tryingFailed(settings.policies().failedAgain().times()),
                callees::names);
        run.past().values().stream().map(EarlierAttempts::failed).filter(Objects::nonNull).forEach(this::failedBefore);
        this.stored = run.stop();
        if (run.stop() != null) {
            stop(run.stop().end(), run.stop().reason(), run.stop().dropAt());
        }
    }

    private void failedBefore(FailedEarlier failure) {
        var testCase = settings.matrix().cells().get(failure.attempt().ref().cell()).of(failure.testCase());
        var target = callees.target(testCase);
        failed.stored(CaseIdentity.of(testCase, target.id(), target.connectorName()), failure.attempt());
    }

    boolean hasRoom() {
        return stop == null && !time.isPaused()
                && (settings.pacing().parallel() == 0 || ledger.assignedCount() < settings.pacing().parallel());
    }

    boolean wantsPage() {
        return stop == null && !loading && !allLoaded && unfolding.isEmpty() && ledger.atHand() < most();
    }

    private int most() {
        return ledger.heldUp() ? FAR : LOW;
    }

    /** @param free whether each agent that a case calls accepts one more */
    Optional<Pending> nextCase(Instant now, Predicate<Pending> free) {
        unfold();
        var next = ledger.next(now, free);
        while (next.isEmpty() && unfold()) {
            next = ledger.next(now, free);
        }
        return next;
    }

    private boolean unfold() {
        int room = most() - ledger.atHand();
        if (room < LOW / 2 || unfolding.isEmpty()) {
            return false;
        }
        ledger.load(quarantine.without(unfolding.next(room), callees, unfolding));
        return true;
    }

    List<QuarantinedCases.Skipped> takeSkipped() {
        return decided(quarantine::takeSkipped);
    }

    List<UnusableCases.Place> takeUnusable() {
        return decided(unusable::take);
    }

    List<Pending> takeDecided() {
        return decided(unfolding::takeDecided);
    }

    /** Takes cases that count as finished from here on. */
    private <T> List<T> decided(Supplier<List<T>> cases) {
        var taken = stop == null ? cases.get() : List.<T>of();
        ledger.decided(taken.size());
        return taken;
    }

    /** Runs an action once the run is over and its end is on its way to the store. */
    void whenOver(Runnable then) {
        onceOver.add(then);
    }

    /** Returns since when there are workers but none that can run it; null while one can. */
    @Nullable
    Instant nobodySince() {
        return nobodySince;
    }

    void nobodySince(@Nullable Instant since) {
        nobodySince = since;
    }

    /** Records that a case has its result: its next repeat may follow, or the rest is decided. */
    void finished(CaseRef ref, ReportedResult result) {
        boolean failed = result.verdict().cause().inRates() && result.verdict().status() != Status.PASSED;
        ledger.goOnWith(unfolding.finished(ref, failed));
    }

    void adopt(NumberedCase each, CaseRef ref) {
        unfolding.adopt(each, ref);
    }

    int next() {
        return next;
    }

    EarlierAttempts past(CaseRef ref) {
        return past.getOrDefault(ref, EarlierAttempts.NONE);
    }

    void loading(boolean now) {
        loading = now;
    }

    /** Whether the cases that come first are not loaded yet; a run that was already begun continues in file order. */
    boolean wantsFirst() {
        return !begun && !firstLoaded;
    }

    void loadFirst(List<NumberedCase> cases) {
        firstLoaded = true;
        load(cases);
        allLoaded = false;
        next = 0;
    }

    void load(List<NumberedCase> page) {
        loading = false;
        allLoaded = page.isEmpty();
        if (!allLoaded && stop == null) {
            unfolding.add(unusable.without(page));
            next = page.getLast().number() + 1;
            unfold();
        }
    }

    @Nullable
    Stop stopped() {
        return stop;
    }

    void stop(String reason, Instant dropAt) {
        stop(RunState.STOPPED, reason, dropAt);
    }

    /** Stops the run. The first reason stays; cases in flight have until the earliest end that was requested. */
    void stop(RunState end, String reason, Instant dropAt) {
        if (stop == null) {
            stop = new Stop(end, reason, dropAt);
            ledger.stop();
            unfolding.clear();
        }
        stop = stop.noLaterThan(dropAt);
    }

    /** Stops the run when it exceeds a limit, unless it already has all its results. */
    void stopAtLimits(Instant now, Duration grace) {
        if (stop == null && !ledger.done()) {
            stopRules.reason(time.elapsed(now)).ifPresent(reason -> stop(reason, now.plus(grace)));
        }
    }

    /** Returns a stop, new or moved earlier, that must be stored before it takes effect; returned only once. */
    Optional<Stop> newStop() {
        if (Objects.equals(stop, stored)) {
            return Optional.empty();
        }
        stored = stop;
        return Optional.ofNullable(stop);
    }

    /** True once: when cases in flight must be cut off. */
    boolean isToBeDropped(Instant now) {
        if (stop == null || dropped || now.isBefore(stop.dropAt())) {
            return false;
        }
        dropped = true;
        return true;
    }

    /** True once: when nothing is left to wait for. */
    boolean isOverNow() {
        if (announcedOver || !ledger.done()) {
            return false;
        }
        announcedOver = true;
        return true;
    }

    void join(Collection<ActiveRun> others) {
        turn = new FairShare(settings.pacing().priority(), others.stream().map(ActiveRun::turn).toList());
    }

    FairShare turn() {
        return turn;
    }

    FairShare.Rank standing() {
        return turn.with(ledger.assignedCount());
    }

    AttemptSettings attempt(TestCase testCase) {
        var own = testCase.limits().timeout();
        return new AttemptSettings(own == null ? settings.pacing().timeout() : own, settings.policies().retry(),
                settings.cases().files(), settings.targets().databases(), settings.keeping().redact());
    }

    /** The time that a run has been active, without pauses. */
    static final class RunTime {

        private final Instant from;
        private Duration paused = Duration.ZERO;
        private @Nullable Instant pausedAt;

        RunTime(Instant from) {
            this.from = from;
        }

        /** Returns the time of a run that was begun under an earlier coordinator. */
        static RunTime after(SpentSoFar before, Instant now) {
            var time = new RunTime(now.minus(before.elapsed()));
            if (before.paused()) {
                time.pause(true, now);
            }
            return time;
        }

        boolean isPaused() {
            return pausedAt != null;
        }

        void pause(boolean begins, Instant now) {
            if (begins) {
                pausedAt = pausedAt == null ? now : pausedAt;
            } else if (pausedAt != null) {
                paused = paused.plus(Duration.between(pausedAt, now));
                pausedAt = null;
            }
        }

        Duration elapsed(Instant now) {
            return Duration.between(from, pausedAt == null ? now : pausedAt).minus(paused);
        }
    }
}
