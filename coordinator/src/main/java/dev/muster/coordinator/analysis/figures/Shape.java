package dev.muster.coordinator.analysis.figures;

/**
 * What there is to be reckoned with when cases are paired.
 *
 * @param repeated some case has more than one result
 * @param bare some result has no key: it is of an old run, or was never begun
 * @param stopped repeats of some case ended at its first failure
 */
public record Shape(boolean repeated, boolean bare, boolean stopped) {

    /** One result a case, each with its key. */
    public static final Shape PLAIN = new Shape(false, false, false);

    public Shape and(Shape other) {
        return new Shape(repeated || other.repeated, bare || other.bare, stopped || other.stopped);
    }
}
