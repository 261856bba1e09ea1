package dev.muster.coordinator.lead;

import dev.muster.common.message.AttemptSettings;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.ledger.CaseState.Pending;
import dev.muster.coordinator.ledger.RoundAgain;
import dev.muster.coordinator.ledger.RunLedger;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.WorkerNeeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run that is going on. Used by the lead's thread only. */
final class ActiveRun {

    private static final int LOW = 512;

    private final String id;
    private final RunSettings settings;
    private final int total;
    private final RunLedger ledger;
    private final WorkerNeeds needs;
    private final Callees callees;
    private boolean loading;
    private boolean announcedOver;
    private @Nullable Stop stop;

    /**
     * Why and when a run was stopped.
     *
     * @param dropAt what is under way then is cut off
     */
    record Stop(String reason, Instant dropAt, boolean dropped) {}

    ActiveRun(String id, int total, RunSettings settings) {
        this.id = id;
        this.settings = settings;
        this.total = total;
        this.needs = settings.needs();
        this.callees = new Callees(settings.agents(), settings.connectors());
        this.ledger = new RunLedger(total, RoundAgain.retries(settings.retries()));
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
        return stop == null && (settings.parallel() == 0 || ledger.assignedCount() < settings.parallel());
    }

    boolean wantsPage() {
        return stop == null && !loading && ledger.loaded() < total && ledger.atHand() < LOW;
    }

    void loading(boolean now) {
        loading = now;
    }

    void load(List<TestCase> page) {
        int number = ledger.loaded();
        loading = false;
        var pending = new ArrayList<Pending>(page.size());
        for (var testCase : page) {
            pending.add(Pending.fresh(new CaseRef(id, number++, 0, 0), testCase));
        }
        ledger.load(pending);
    }

    @Nullable
    Stop stopped() {
        return stop;
    }

    void stop(String reason, Instant dropAt) {
        if (stop == null) {
            stop = new Stop(reason, dropAt, false);
            ledger.stop();
        }
    }

    void dropped() {
        var now = Objects.requireNonNull(stop);
        stop = new Stop(now.reason(), now.dropAt(), true);
    }

    /** True once: when nothing is left to wait for. */
    boolean isOverNow() {
        if (announcedOver || !ledger.done()) {
            return false;
        }
        announcedOver = true;
        return true;
    }

    Callees callees() {
        return callees;
    }

    AttemptSettings attempt(TestCase testCase) {
        var own = testCase.limits().timeout();
        return new AttemptSettings(own == null ? settings.timeout() : own, settings.retry(),
                settings.cases().files(), settings.databases());
    }
}
