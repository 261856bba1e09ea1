package dev.muster.common.check;

import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;

/** The patterns of a schema: RE2, and together within a bound for each value that is looked at. */
final class PatternBudget {

    /** As many as one search may take. */
    private static final long MOST_STEPS = 30_000_000;

    private long left = MOST_STEPS;

    void refill() {
        left = MOST_STEPS;
    }

    RegularExpression pattern(String source) {
        try {
            var pattern = BoundedPattern.compile(source);
            return text -> {
                spend(pattern, text);
                return pattern.isIn(text);
            };
        } catch (AssertionFault fault) {
            throw new SchemaException(fault);
        }
    }

    private void spend(BoundedPattern pattern, String text) {
        left -= pattern.steps(text);
        if (left < 0) {
            throw new BoundedPattern.TooCostly(pattern, 0, text.length());
        }
    }
}
