package dev.muster.coordinator.analysis.figures;

/**
 * The properties of a cell that matter for pairing its cases.
 *
 * @param repeated whether some case has more than one result
 * @param bare whether some result has no key: it is from an old run, or was never begun
 * @param stopped whether repeats of some case ended at its first failure
 */
public record Shape(boolean repeated, boolean bare, boolean stopped) {

    /** One result for each case, with a key. */
    public static final Shape PLAIN = new Shape(false, false, false);

    public Shape and(Shape other) {
        return new Shape(repeated || other.repeated, bare || other.bare, stopped || other.stopped);
    }
}
