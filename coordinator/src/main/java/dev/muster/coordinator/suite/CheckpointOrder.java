package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Position;

/** Checks that checkpoints depend only on existing checkpoints, and that there are no cycles. */
final class CheckpointOrder {

    private static final int MOST_SHOWN = 20;

    private final Map<String, Checkpoint> byId = new HashMap<>();
    private final List<Checkpoint> checkpoints;
    private final Map<String, Position> places;
    private final Faults faults;

    /** @param places the position of each id */
    CheckpointOrder(List<Checkpoint> checkpoints, Map<String, Position> places, Faults faults) {
        this.checkpoints = checkpoints;
        this.places = places;
        this.faults = faults;
        checkpoints.forEach(checkpoint -> byId.put(checkpoint.id(), checkpoint));
    }

    void check() {
        checkpoints.forEach(this::checkKnown);
        checkCircles();
    }

    private void checkKnown(Checkpoint checkpoint) {
        for (var after : checkpoint.after()) {
            if (!byId.containsKey(after)) {
                report(checkpoint,
                        "checkpoint '" + checkpoint.id() + "' waits for '" + after + "', which does not exist"
                                + faults.hint(after, byId.keySet()));
            }
        }
    }

    /** Repeatedly removes checkpoints without remaining dependencies; the rest can never be reached. */
    private void checkCircles() {
        var waiting = new HashMap<String, List<Checkpoint>>();
        var missing = new HashMap<String, Integer>();
        var free = new ArrayDeque<Checkpoint>();
        for (var checkpoint : checkpoints) {
            var after = Set.copyOf(checkpoint.after()).stream().filter(byId::containsKey).toList();
            after.forEach(id -> waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(checkpoint));
            missing.put(checkpoint.id(), after.size());
            if (after.isEmpty()) {
                free.add(checkpoint);
            }
        }
        var reachable = new HashSet<String>();
        while (!free.isEmpty()) {
            var id = free.remove().id();
            reachable.add(id);
            waiting.getOrDefault(id, List.of()).stream()
                    .filter(next -> missing.merge(next.id(), -1, Integer::sum) == 0)
                    .forEach(free::add);
        }
        checkpoints.stream().filter(checkpoint -> !reachable.contains(checkpoint.id())).findFirst()
                .ifPresent(left -> reportCycle(circle(left, reachable)));
    }

    private void reportCycle(List<String> ids) {
        var shown = ids.size() <= MOST_SHOWN ? ids
                : Stream.concat(ids.stream().limit(MOST_SHOWN), Stream.of("…", ids.getLast())).toList();
        report(Objects.requireNonNull(byId.get(ids.getFirst())),
                "checkpoints depend on each other in a cycle: " + String.join(" → ", shown));
    }

    /** Returns a cycle: every remaining checkpoint depends on another one, so following them leads back. */
    private List<String> circle(Checkpoint start, Set<String> reachable) {
        var way = new LinkedHashSet<String>();
        var at = start;
        while (way.add(at.id())) {
            at = at.after().stream().filter(after -> byId.containsKey(after) && !reachable.contains(after))
                    .map(byId::get).findFirst().orElseThrow();
        }
        var circle = new ArrayList<>(way);
        circle.add(at.id());
        return circle.subList(circle.indexOf(at.id()), circle.size());
    }

    private void report(Checkpoint checkpoint, String sentence) {
        faults.add(Objects.requireNonNull(places.get(checkpoint.id())), sentence);
    }
}
