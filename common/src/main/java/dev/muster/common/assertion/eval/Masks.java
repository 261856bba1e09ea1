package dev.muster.common.assertion.eval;

import module java.base;

/** Masks the varying parts of replies: each match of a pattern becomes {@link #MASK}. */
public final class Masks {

    static final String MASK = "[masked]";

    private final List<BoundedPattern> patterns;

    private Masks(List<BoundedPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /**
     * @param patterns in the order of application
     * @throws AssertionFault for the first invalid pattern
     */
    public static Masks of(List<String> patterns) throws AssertionFault {
        var compiled = new ArrayList<BoundedPattern>();
        for (var pattern : patterns) {
            compiled.add(BoundedPattern.compile(pattern));
        }
        return new Masks(compiled);
    }

    /** Returns a reply as it is recorded; empty when the pattern limits don't cover all of it. */
    public Optional<String> recorded(String reply) {
        try {
            return Optional.of(over(reply));
        } catch (LimitExceeded tooCostly) {
            return Optional.empty();
        }
    }

    /**
     * Returns a reply as it is recorded: masked, with LF line ends, without trailing white space.
     *
     * @throws LimitExceeded when the pattern limits don't cover all of it
     */
    String over(String reply) {
        var text = reply.replace("\r\n", "\n").stripTrailing();
        var budget = new StepBudget();
        for (var pattern : patterns) {
            text = pattern.replaced(text, MASK, budget);
        }
        return text;
    }
}
