package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.store.Settlement;

/** The quarantined cases of a run, which can't affect its outcome: they are skipped, or their results muted. */
final class QuarantinedCases {

    private final QuarantineIndex entries;
    private List<Skipped> skipped = new ArrayList<>();

    QuarantinedCases(QuarantineIndex entries) {
        this.entries = entries;
    }

    record Skipped(Pending pending, QuarantineEntry entry) {}

    /** Returns which of these cases are left to run, with the repeats that follow the skipped ones. */
    List<Pending> without(List<Pending> cases, CaseTargets callees, MatrixExpansion unfolding) {
        var left = new ArrayList<Pending>(cases.size());
        var open = new ArrayDeque<>(cases);
        while (!open.isEmpty()) {
            var next = open.removeFirst();
            var entry = skipping(next, callees);
            if (entry.isPresent()) {
                skipped.add(new Skipped(next, entry.get()));
                unfolding.finished(next.ref(), false).forEach(open::addFirst);
            } else {
                left.add(next);
            }
        }
        return left;
    }

    private Optional<QuarantineEntry> skipping(Pending pending, CaseTargets callees) {
        var testCase = pending.progress().testCase();
        return entries.entry(testCase.identity().key(), callees.target(testCase).id(), pending.ref().cell())
                .filter(entry -> entry.mode() == Mode.SKIP);
    }

    List<Skipped> takeSkipped() {
        var taken = skipped;
        skipped = new ArrayList<>();
        return taken;
    }

    /** Returns the verdict, or what replaces it. One that says nothing about its case stays as it is. */
    Settlement.CaseVerdict heard(Settlement.CaseVerdict verdict) {
        var result = verdict.result();
        if (result.verdict().status() == Status.SKIPPED || result.verdict().status() == Status.CANCELLED) {
            return verdict;
        }
        return entries.entry(result.identity().key(), result.identity().agent(), verdict.ref().cell())
                .map(entry -> new Settlement.CaseVerdict(verdict.ref(), verdict.attempt(), verdict.dispatch(),
                        verdict.worker(), result.muted(entry.owner(), entry.told())))
                .orElse(verdict);
    }
}
