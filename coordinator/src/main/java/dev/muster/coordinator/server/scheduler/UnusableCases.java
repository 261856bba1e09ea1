package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.run.RunSettings;

/** Stored cases that can't be used: each ends as an error, and the rest of its run continues. */
final class UnusableCases {

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
            return Optional.of("its stored definition does not fit the settings of its run: an agent or connector that "
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
