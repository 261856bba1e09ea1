package dev.muster.coordinator.suite.source;

/** Says which bounds a number has: both where both are meant, else the one that it breaks. */
final class NumberBounds {

    private NumberBounds() {}

    static String broken(double value, double least, double most) {
        return most < Integer.MAX_VALUE ? "between " + shown(least) + " and " + shown(most)
                : value < least ? "at least " + shown(least) : "at most " + shown(most);
    }

    private static String shown(double bound) {
        boolean isWhole = bound == Math.rint(bound) && Math.abs(bound) < Long.MAX_VALUE;
        return isWhole ? Long.toString((long) bound) : Double.toString(bound);
    }
}
