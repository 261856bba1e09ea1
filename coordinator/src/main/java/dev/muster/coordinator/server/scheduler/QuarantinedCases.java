package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.run.RunSettings;
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
        boolean skipped = result.verdict().status() == Status.SKIPPED && result.verdict().cause() != Cause.UNCHECKED;
        if (skipped || result.verdict().status() == Status.CANCELLED) {
            return verdict;
        }
        return entries.entry(result.identity().key(), result.identity().agent(), verdict.ref().cell())
                .map(entry -> new Settlement.CaseVerdict(verdict.ref(), verdict.attempt(), verdict.dispatch(),
                        verdict.worker(), result.muted(entry.owner(), entry.explanation())))
                .orElse(verdict);
    }

    /** Stored cases that can't be used: each ends as an error, and the rest of its run continues. */
    static final class UnusableCases {

        private final String run;
        private final RunSettings settings;
        private final CaseTargets callees;
        private List<Place> found = new ArrayList<>();

        UnusableCases(String run, RunSettings settings, CaseTargets callees) {
            this.run = run;
            this.settings = settings;
            this.callees = callees;
        }

        /** A place where an unusable case would have run. */
        record Place(CaseRef ref, NumberedCase of, String agent, String trouble) {}

        /** Returns the usable cases of a page; records the others. */
        List<NumberedCase> without(List<NumberedCase> page) {
            return page.stream().filter(each -> {
                var trouble = trouble(each);
                trouble.ifPresent(sentence -> keep(each, sentence));
                return trouble.isEmpty();
            }).toList();
        }

        List<Place> take() {
            var taken = found;
            found = new ArrayList<>();
            return taken;
        }

        private Optional<String> trouble(NumberedCase each) {
            if (each.trouble() != null) {
                return Optional.of(each.trouble());
            }
            try {
                settings.matrix().cells().forEach(cell -> callees.names(cell.of(each.testCase())));
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional
                        .of("its stored definition does not fit the settings of its run: an agent or connector that "
                                + "it names is not among them; run the suite again");
            }
        }

        private void keep(NumberedCase each, String trouble) {
            var places = each.places();
            for (int place = places.next(0); place != OpenPlaces.NONE; place = places.next(place + 1)) {
                int cell = places.cell(place);
                var named = settings.matrix().cells().get(cell).agent();
                found.add(new Place(new CaseRef(run, each.number(), cell, places.repeat(place)), each,
                        named == null ? ownAgent(each) : named, trouble));
            }
        }

        private String ownAgent(NumberedCase each) {
            var own = each.testCase().agent();
            return own == null ? settings.targets().agents().keySet().stream().findFirst().orElse("") : own;
        }
    }
}
