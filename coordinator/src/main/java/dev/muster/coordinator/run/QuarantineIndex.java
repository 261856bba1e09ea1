package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.config.QuarantineEntry;

/** Finds the entry that applies to a case: one that names its key, otherwise the first matching pattern. */
public final class QuarantineIndex {

    /** An entry and its index. */
    private record Placed(int place, QuarantineEntry entry, KeyPattern pattern) {}

    private record Place(int entry, int cell, String key) {}

    private final Map<String, List<Placed>> byKey = new HashMap<>();
    private final List<Placed> patterns = new ArrayList<>();
    private final Set<Place> exempt = new HashSet<>();
    private final Set<Integer> voids = new HashSet<>();

    public QuarantineIndex(Quarantine quarantine) {
        quarantine.voids().forEach(each -> {
            if (each.key() == null) {
                voids.add(each.entry());
            } else {
                exempt.add(new Place(each.entry(), each.cell(), each.key()));
            }
        });
        for (int i = 0; i < quarantine.entries().size(); i++) {
            var entry = quarantine.entries().get(i);
            var placed = new Placed(i, entry, new KeyPattern(entry.cases()));
            if (entry.isPattern()) {
                patterns.add(placed);
            } else {
                byKey.computeIfAbsent(entry.cases(), key -> new ArrayList<>()).add(placed);
            }
        }
    }

    /** @param agent the agent that is called */
    public Optional<QuarantineEntry> entry(String key, String agent, int cell) {
        var own = byKey.getOrDefault(key, List.of()).stream();
        var all = patterns.stream().filter(each -> each.pattern().matches(key));
        return Stream.concat(own, all)
                .filter(each -> each.entry().agent() == null || each.entry().agent().equals(agent))
                .filter(each -> !voids.contains(each.place()) && !exempt.contains(new Place(each.place(), cell, key)))
                .map(Placed::entry).findFirst();
    }
}
