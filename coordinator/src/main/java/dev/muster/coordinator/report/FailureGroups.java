package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/**
 * Groups what did not pass, and skips that fail the gate, by cause and by similar messages. Memory is bounded, even for
 * a million cases.
 */
public final class FailureGroups {

    private static final int MOST_GROUPS = 300;

    private final int mostShown;
    private final ReasonShapes shapes = new ReasonShapes();
    private final Map<Key, FailureGroup> groups = new LinkedHashMap<>();

    /** @param mostShown how many cases of each group to keep for display */
    public FailureGroups(int mostShown) {
        this.mostShown = mostShown;
    }

    private record Key(Cause cause, String like) {}

    /** @return its group; null for a case without a problem */
    public @Nullable FailureGroup add(StoredCase stored) {
        var verdict = stored.result().verdict();
        if (!ProblemIds.isUnwell(verdict.status()) && verdict.cause() != Cause.UNCHECKED) {
            return null;
        }
        var reason = Reasons.first(stored).orElse("no reason was given");
        var group = group(verdict.cause(), shapes.of(reason));
        group.add(ShownFailure.of(stored, reason), mostShown);
        return group;
    }

    private FailureGroup group(Cause cause, String like) {
        var key = new Key(cause, like);
        boolean fits = groups.size() < MOST_GROUPS || groups.containsKey(key);
        return groups.computeIfAbsent(fits ? key : new Key(cause, "other messages"),
                added -> new FailureGroup(groups.size(), cause, added.like()));
    }

    /** Returns the groups, largest first. */
    public List<FailureGroup> groups() {
        return groups.values().stream().sorted(Comparator.comparingInt((FailureGroup group) -> -group.size())
                .thenComparingInt(FailureGroup::number)).toList();
    }

    public List<FailureGroup> numbered() {
        return List.copyOf(groups.values());
    }
}
