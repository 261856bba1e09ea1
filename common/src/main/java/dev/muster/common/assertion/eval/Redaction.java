package dev.muster.common.assertion.eval;

import module java.base;

/** Masks what the patterns of a project match. A text that is too large to search is masked as a whole. */
public final class Redaction {

    public static final Redaction NONE = new Redaction(List.of());

    private static final String MASK = "***";
    /** A longer text does not grow: what was small enough to be read and stored stays so. */
    private static final int SHORT = 1_000;
    /** For each pattern and text: a pattern of 50 steps searches 6 MB. */
    private static final long MOST_STEPS = 10 * StepBudget.MOST_STEPS;

    private final List<BoundedPattern> patterns;

    private Redaction(List<BoundedPattern> patterns) {
        this.patterns = patterns;
    }

    /** @throws AssertionFault for a pattern that is no RE2, is too large, or matches where there is nothing */
    public static Redaction of(List<String> sources) throws AssertionFault {
        var patterns = new ArrayList<BoundedPattern>();
        for (var source : sources) {
            var pattern = BoundedPattern.compile(source);
            if (pattern.matchesNothing()) {
                throw new AssertionFault("the pattern " + Excerpt.of(source)
                        + " matches the empty text, so it would mask nothing or everything; write one that needs a"
                        + " character, such as + for *");
            }
            patterns.add(pattern);
        }
        return sources.isEmpty() ? NONE : new Redaction(List.copyOf(patterns));
    }

    /** @throws IllegalStateException for a pattern that {@link #of} refuses */
    public static Redaction ofChecked(List<String> sources) {
        try {
            return of(sources);
        } catch (AssertionFault e) {
            throw new IllegalStateException("redact: " + e.getMessage(), e);
        }
    }

    public String mask(String text) {
        var masked = text;
        for (var pattern : patterns) {
            try {
                masked = pattern.replaced(masked, MASK, new StepBudget(MOST_STEPS));
            } catch (LimitExceeded e) {
                return MASK + " (too long to search for what 'redact' names)";
            }
        }
        return masked.length() <= text.length() || text.length() <= SHORT ? masked
                : masked.substring(0, text.length());
    }
}
