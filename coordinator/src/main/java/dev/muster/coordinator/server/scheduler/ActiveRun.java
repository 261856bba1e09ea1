package dev.muster.coordinator.server.scheduler;

import dev.muster.common.message.AttemptSettings;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.EarlierAttempts;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.SpentSoFar;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RetryRules;
import dev.muster.coordinator.server.ledger.RunLedger;
import dev.muster.coordinator.server.limits.FairShare;
import dev.muster.coordinator.store.Inheritance.OpenRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A run that is going on. Used by the lead's thread only. */
final class ActiveRun {

    private static final int LOW = 512;
    /** So far is looked ahead for cases whose agents take one more. */
    private static final int FAR = 8_192;

    private final String id;
    private final RunSettings settings;
    private final boolean begun;
    private final Map<CaseRef, EarlierAttempts> past;
    private final RunLedger ledger;
    private final MatrixExpansion unfolding;
    private final WorkerNeeds needs;
    private final CaseTargets callees;
    private final StopRules stopRules;
    private final RunTime time;
    private final QuarantinedCases quarantine;
    private final UnusableCases unusable;
    private final List<Runnable> onceOver = new ArrayList<>();
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

    /** @param begun an earlier coordinator handed out some of it */
    ActiveRun(OpenRun run, boolean begun, Instant now) {
        this.id = run.id();
        this.settings = run.settings();
        this.begun = begun;
        this.past = run.past();
        this.needs = settings.needs();
        this.callees = new CaseTargets(settings.targets().agents(), settings.targets().connectors());
        this.stopRules = new StopRules(settings.policies().failFast(), settings.pacing().limits(), run.soFar());
        this.time = RunTime.after(run.soFar(), now);
        this.quarantine = new QuarantinedCases(new QuarantineIndex(settings.policies().quarantine()));
        this.unusable = new UnusableCases(id, settings, callees);
        this.unfolding = new MatrixExpansion(id, settings.matrix(), this::past);
        this.turn = new FairShare(settings.pacing().priority(), List.of());
        this.ledger = new RunLedger(run.total(), run.finished(),
                RetryRules.retries(settings.policies().retries())
                        .tryingFailed(settings.policies().failedAgain().times()),
                callees::names);
        this.stored = run.stop();
        if (run.stop() != null) {
            stop(run.stop().end(), run.stop().reason(), run.stop().dropAt());
        }
    }

    String id() {
        return id;
    }

    RunLedger ledger() {
        return ledger;
    }

    RunSettings settings() {
        return settings;
    }

    WorkerNeeds needs() {
        return needs;
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

    /**
     * The case to hand out next.
     *
     * @param free whether the agents that a case calls take one more
     */
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

    QuarantinedCases quarantine() {
        return quarantine;
    }

    /** Those that were kept from being run; they count as finished from here on. */
    List<QuarantinedCases.Skipped> takeSkipped() {
        var skipped = stop == null ? quarantine.takeSkipped() : List.<QuarantinedCases.Skipped>of();
        ledger.decided(skipped.size());
        return skipped;
    }

    /** Those that can't be run at all; they count as finished from here on. */
    List<UnusableCases.Place> takeUnusable() {
        var taken = stop == null ? unusable.take() : List.<UnusableCases.Place>of();
        ledger.decided(taken.size());
        return taken;
    }

    /** Does something once it is over and that is on its way to the store. */
    void whenOver(Runnable then) {
        onceOver.add(then);
    }

    List<Runnable> onceOver() {
        return onceOver;
    }

    /** Since when there are workers and none of them can run it; null while one can. */
    @Nullable
    Instant nobodySince() {
        return nobodySince;
    }

    void nobodySince(@Nullable Instant since) {
        nobodySince = since;
    }

    /** It has its result: of its other repeats the next one may follow, or none is needed any more. */
    void finished(CaseRef ref, CaseResult result) {
        boolean failed = result.verdict().cause().inRates() && result.verdict().status() != Status.PASSED;
        ledger.goOnWith(unfolding.finished(ref, failed));
    }

    /** Those that need not be run any more; they count as finished from here on. */
    List<Pending> takeDecided() {
        var decided = stop == null ? unfolding.takeDecided() : List.<Pending>of();
        ledger.decided(decided.size());
        return decided;
    }

    /** An earlier leader handed that out. */
    void adopt(NumberedCase each, CaseRef ref) {
        unfolding.adopt(each, ref);
    }

    /** Number of the next case to load. */
    int next() {
        return next;
    }

    /** Whether some of its cases may have a result already. */
    boolean begun() {
        return begun;
    }

    /** What happened to a case under earlier coordinators. */
    EarlierAttempts past(CaseRef ref) {
        return past.getOrDefault(ref, EarlierAttempts.NONE);
    }

    void loading(boolean now) {
        loading = now;
    }

    /** Whether the cases that come before all others are not loaded yet; a run that was begun goes on in file order. */
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

    /** The first reason stays; what is under way has until the earliest end that anybody wanted. */
    void stop(RunState end, String reason, Instant dropAt) {
        if (stop == null) {
            stop = new Stop(end, reason, dropAt);
            ledger.stop();
            unfolding.clear();
        }
        stop = stop.noLaterThan(dropAt);
    }

    /** Told of each report, whatever becomes of it. */
    StopRules stopRules() {
        return stopRules;
    }

    RunTime time() {
        return time;
    }

    /** Stops it when a limit says so; one that has all its results has reached its end. */
    void stopAtLimits(Instant now, Duration grace) {
        if (stop == null && !ledger.done()) {
            stopRules.reason(time.elapsed(now)).ifPresent(reason -> stop(reason, now.plus(grace)));
        }
    }

    /** That it is being stopped, or sooner than was said; told once, to be stored before anything comes of it. */
    Optional<Stop> newStop() {
        if (Objects.equals(stop, stored)) {
            return Optional.empty();
        }
        stored = stop;
        return Optional.ofNullable(stop);
    }

    /** True once: when what is under way is to be cut off. */
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

    /** Takes its turn with others from here on. */
    void join(Collection<ActiveRun> others) {
        turn = new FairShare(settings.pacing().priority(), others.stream().map(ActiveRun::turn).toList());
    }

    FairShare turn() {
        return turn;
    }

    FairShare.Standing standing() {
        return turn.with(ledger.assignedCount());
    }

    CaseTargets callees() {
        return callees;
    }

    AttemptSettings attempt(TestCase testCase) {
        var own = testCase.limits().timeout();
        return new AttemptSettings(own == null ? settings.pacing().timeout() : own, settings.policies().retry(),
                settings.cases().files(), settings.targets().databases());
    }
}
