package dev.muster.coordinator.report;

import module java.base;

/**
 * The shapes of reasons, by which they are grouped. Where each case expects something else, as with answers that have
 * to be equal, only the first of them keep what is expected.
 */
public final class ReasonShapes {

    private static final int MOST_ALIKE = 20;
    private static final int MOST = 1_000;

    private final Map<String, Set<String>> known = new HashMap<>();

    public String of(String reason) {
        var shape = MessageShape.of(reason);
        var masked = MessageShape.masked(reason);
        if (shape.equals(masked) || (!known.containsKey(masked) && known.size() >= MOST)) {
            return masked;
        }
        var alike = known.computeIfAbsent(masked, _ -> new HashSet<>());
        return alike.contains(shape) || (alike.size() < MOST_ALIKE && alike.add(shape)) ? shape : masked;
    }
}
