package dev.muster.coordinator.suite;

import dev.muster.common.model.Checkpoint;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.located.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Sees that checkpoints wait for others that are there, and none for itself, over others too. */
final class CheckpointOrder {

    private final Map<String, Checkpoint> byId = new HashMap<>();
    private final List<Checkpoint> checkpoints;
    private final Map<String, Position> places;
    private final Faults faults;

    /** @param places where each id was written */
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
                tell(checkpoint, "checkpoint '" + checkpoint.id() + "' waits for '" + after + "', which is not there"
                        + Nearest.hint(after, byId.keySet()));
            }
        }
    }

    /** Takes away, again and again, what waits for nothing that is left; what remains can never be reached. */
    private void checkCircles() {
        var reachable = new HashSet<String>();
        var left = new ArrayDeque<>(checkpoints);
        boolean more = true;
        while (more) {
            more = left.removeIf(checkpoint -> checkpoint.after().stream()
                    .allMatch(after -> reachable.contains(after) || !byId.containsKey(after))
                    && reachable.add(checkpoint.id()));
        }
        if (!left.isEmpty()) {
            var ids = circle(left.getFirst(), reachable);
            tell(Objects.requireNonNull(byId.get(ids.getFirst())),
                    "checkpoints wait for each other in a circle: " + String.join(" → ", ids));
        }
    }

    /** Each of the rest waits for another of the rest: following these comes back to where it was. */
    private List<String> circle(Checkpoint start, Set<String> reachable) {
        var way = new ArrayList<String>();
        var at = start;
        while (!way.contains(at.id())) {
            way.add(at.id());
            at = at.after().stream().filter(after -> byId.containsKey(after) && !reachable.contains(after))
                    .map(byId::get).findFirst().orElseThrow();
        }
        way.add(at.id());
        return way.subList(way.indexOf(at.id()), way.size());
    }

    private void tell(Checkpoint checkpoint, String sentence) {
        faults.add(Objects.requireNonNull(places.get(checkpoint.id())), sentence);
    }
}
