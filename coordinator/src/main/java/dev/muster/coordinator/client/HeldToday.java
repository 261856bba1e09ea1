package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.coordinator.suite.source.Fault;

/** The quarantine of a project on one day. */
record HeldToday(List<QuarantineEntry> all, LocalDate today) {

    HeldToday {
        all = List.copyOf(all);
    }

    List<QuarantineEntry> entries() {
        return all.stream().filter(entry -> entry.holdsOn(today)).toList();
    }

    List<Fault> expired() {
        return all.stream().filter(entry -> !entry.holdsOn(today)).map(HeldToday::expired).toList();
    }

    private static Fault expired(QuarantineEntry entry) {
        return new Fault(entry.at(), 0, 0, "the quarantine of " + entry.cases() + " (" + entry.owner()
                + ") expired on " + entry.expires() + " and holds no longer; take the entry away, or give it another "
                + "day");
    }
}
