package dev.muster.common.assertion.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What varies from one reply to the next: each match of a pattern becomes {@link #MASK}. */
public final class Masks {

    static final String MASK = "[masked]";

    private final List<BoundedPattern> patterns;

    private Masks(List<BoundedPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /**
     * @param patterns in the order of their use
     * @throws AssertionFault for the first that is no pattern
     */
    public static Masks of(List<String> patterns) throws AssertionFault {
        var compiled = new ArrayList<BoundedPattern>();
        for (var pattern : patterns) {
            compiled.add(BoundedPattern.compile(pattern));
        }
        return new Masks(compiled);
    }

    /** A reply as it is recorded; empty when the patterns may not look at all of it. */
    public Optional<String> recorded(String reply) {
        try {
            return Optional.of(over(reply));
        } catch (BoundedPattern.TooCostly tooCostly) {
            return Optional.empty();
        }
    }

    /**
     * A reply as it is recorded: masked, with line feeds alone, without white space at its end.
     *
     * @throws BoundedPattern.TooCostly when the patterns may not look at all of it
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
