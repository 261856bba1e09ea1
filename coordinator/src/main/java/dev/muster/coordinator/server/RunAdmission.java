package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RunId;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.scheduler.Leader;
import dev.muster.coordinator.store.BlobTable;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.Writes;
import org.jspecify.annotations.Nullable;

/** Accepts runs: checks what is submitted, stores it, and opens the run. */
final class RunAdmission {

    private final Database database;
    private final RunTable runs;
    private final CaseTable cases;
    private final HistoryTable history;
    private final BlobTable blobs;
    private final String fleet;
    private final Leader leader;
    private final OrphanedRuns orphanedRuns;

    RunAdmission(Database database, Writes writes, String fleet, InstantSource clock, Leader leader,
            OrphanedRuns orphanedRuns) {
        var requests = database.requests();
        this.database = database;
        this.runs = new RunTable(requests, writes, clock);
        this.cases = new CaseTable(requests, writes);
        this.history = new HistoryTable(requests, writes);
        this.blobs = new BlobTable(requests, writes);
        this.fleet = fleet;
        this.leader = leader;
        this.orphanedRuns = orphanedRuns;
    }

    /** @param by who asks for it, and owns it; null for this process */
    String submit(RunRequest request, Iterator<CaseDefinition> suite, @Nullable Requester by)
            throws IOException, RefusedRun {
        var admission = Admission.of(by);
        admission.check(request);
        refuseUnmetNeeds(request.settings().needs());
        refuseUnknownCells(request.settings());
        var troubles = request.settings().about().troubles();
        if (!troubles.isEmpty()) {
            throw RefusedRun.badValue(String.join("; ", troubles));
        }
        refuseUnusablePatterns(request.settings().keeping().redact());
        admission.check(request.settings().cases().files(), blobs);
        var run = RunId.next();
        var settings = againstOneRun(request.settings());
        try (var _ = orphanedRuns.leaveAlone(run)) {
            runs.create(run, fleet, request.agent(), settings, null, by);
            return started(run, request, settings, admission.over(suite, settings));
        }
    }

    private String started(String run, RunRequest request, RunSettings settings, Iterator<CaseDefinition> suite)
            throws IOException, RefusedRun {
        try {
            var stored = cases.store(run, request.settings().matrix().repeat(), suite);
            refuseIncomplete(request, stored.cases());
            int total = results(stored, settings);
            history.arrange(run, stored.cases());
            var quarantined = quarantined(run, settings);
            runs.start(run, total);
            leader.open(run, total, quarantined);
            return run;
        } catch (Admission.Unsound e) {
            runs.discard(run);
            throw RefusedRun.badValue(String.valueOf(e.getMessage()));
        } catch (LostLeadership e) {
            // the next leader has given the run up
            throw replaced(e);
        } catch (IOException | RefusedRun | RuntimeException e) {
            runs.discard(run);
            throw e;
        }
    }

    /** Returns the fleet whose runs names stand for: a fleet of one run finds those of the whole database. */
    @Nullable
    String countedFleet() {
        return fleet.startsWith(StoredRun.LOCAL) ? null : fleet;
    }

    /** Adds to the run's settings the cases for which the quarantine is void. */
    private RunSettings quarantined(String run, RunSettings settings) {
        var entries = settings.policies().quarantine().entries();
        var failing = entries.isEmpty() ? List.<Quarantine.Exempt>of() : history.failing(run, entries);
        if (failing.isEmpty()) {
            return settings;
        }
        var judged = settings.with(new Quarantine(entries, failing));
        runs.set(run, judged);
        return judged;
    }

    /** Names the baseline by its id: what a name stands for changes. */
    private RunSettings againstOneRun(RunSettings settings) throws RefusedRun {
        var about = settings.about();
        if (about.baseline() == null || about.againstFile()) {
            return settings;
        }
        var counted = countedFleet();
        var scope = about.project() == null ? ProjectScope.ALL
                : new ProjectTable(database.requests(), counted).scope(about.project());
        var named = new RunNames(runs, counted, scope);
        try {
            return settings.with(about.against(named.find(about.baseline()).id()));
        } catch (RefusedRun e) {
            throw new RefusedRun("--baseline: " + e.getMessage());
        }
    }

    private static void refuseIncomplete(RunRequest request, int total) throws RefusedRun {
        if (total != request.cases()) {
            throw new RefusedRun("only " + total + " of " + request.cases() + " cases arrived; send the suite again");
        }
    }

    private static void refuseUnknownCells(RunSettings settings) throws RefusedRun {
        for (var cell : settings.matrix().cells()) {
            if (cell.agent() != null && !settings.targets().agents().containsKey(cell.agent())) {
                throw new RefusedRun("the run is to ask agent " + cell.agent() + ", and its settings know "
                        + String.join(", ", settings.targets().agents().keySet()));
            }
        }
    }

    private static void refuseUnusablePatterns(List<String> redact) throws RefusedRun {
        try {
            Redaction.of(redact);
        } catch (AssertionFault e) {
            throw RefusedRun.badValue("redact: " + e.getMessage());
        }
    }

    private static int results(CaseTable.Stored stored, RunSettings settings) throws RefusedRun {
        long results = stored.runs() * settings.matrix().cells().size();
        var trouble = SuiteLimits.trouble(results);
        if (trouble.isPresent()) {
            throw RefusedRun.badValue(trouble.get());
        }
        return (int) results;
    }

    void refuseUnmetNeeds(WorkerNeeds needs) throws RefusedRun {
        var unmet = needs.isNothing() ? Optional.<WorkerNeeds>empty() : leader.unmet(needs).join();
        if (unmet.isPresent()) {
            throw new RefusedRun("no worker of fleet '" + fleet + "' " + unmet.get().lacking());
        }
    }

    static StoreException replaced(LostLeadership e) {
        return new StoreException(e.getMessage() + "; send it again, to the one that leads");
    }
}
