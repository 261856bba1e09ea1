package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;

/**
 * The allowed number of calls.
 *
 * @param most null for any number
 */
record CallCount(int least, @Nullable Integer most) {

    static CallCount of(AgUiClause.Count count) throws AssertionFault {
        if (count.min() < 0 || (count.max() != null && count.max() < count.min())) {
            throw new AssertionFault("a count is exact, or min and max with min not above max");
        }
        return new CallCount(count.min(), count.max());
    }

    boolean allows(int calls) {
        return calls >= least && (most == null || calls <= most);
    }

    /** Returns the words after "be called"; "" for "at least once". */
    String words() {
        if (most == null) {
            return least == 1 ? "" : " at least " + times(least);
        }
        if (most == least) {
            return " exactly " + times(least);
        }
        return least == 0 ? " at most " + times(most) : " " + least + " to " + times(most);
    }

    static String times(List<ToolCall> counted) {
        return "but it was called " + times(counted.size()) + ": " + CallWords.listed(counted);
    }

    private static String times(int calls) {
        return calls == 1 ? "once" : calls + " times";
    }
}
