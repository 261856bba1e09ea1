package dev.muster.common.assertion.eval;

import module java.base;

/**
 * Masks the varying parts of replies: each match of a pattern becomes {@link #MASK}, in which no further pattern finds
 * anything.
 */
public final class Masks {

    static final String MASK = "[masked]";
    /** Stands for {@link #MASK} while patterns are applied: a noncharacter, and so no letter, digit or blank. */
    private static final String MARK = "\uFFFF";

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
     * Returns the recorded text that a reply is compared with: as it is, or masked, if that makes it the reply.
     *
     * @param recorded by hand, or before the masks were as they are now, or by {@link #recorded}
     * @param reply masked
     * @throws LimitExceeded when the pattern limits don't cover all of it
     */
    String expected(String recorded, String reply) {
        var asItIs = normal(recorded);
        return asItIs.equals(reply) ? asItIs : over(recorded);
    }

    /**
     * Returns a reply as it is recorded: masked, with LF line ends, without trailing white space.
     *
     * @throws LimitExceeded when the pattern limits don't cover all of it
     */
    String over(String reply) {
        var text = normal(reply).replace(MASK, MARK);
        var budget = new StepBudget();
        for (var pattern : patterns) {
            text = pattern.replaced(text, MARK, budget);
        }
        return text.replace(MARK, MASK);
    }

    private static String normal(String text) {
        return text.replace("\r\n", "\n").stripTrailing();
    }
}
