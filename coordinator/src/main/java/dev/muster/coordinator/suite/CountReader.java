package dev.muster.coordinator.suite;

import dev.muster.common.assertion.CallCount;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.ScalarType;

/** Reads how often a tool must be called: {@code {exact}}, or {@code {min, max}} with one or both. */
final class CountReader {

    private static final int MOST_CALLS = 1_000_000;
    private static final String COUNT = "count";

    /** Reads a count; at least once when it is absent. */
    static CallCount of(Fields fields) {
        if (!fields.has(COUNT)) {
            fields.any(COUNT);
            return CallCount.AT_LEAST_ONE;
        }
        var count = fields.object(COUNT);
        return count == null ? CallCount.AT_LEAST_ONE : of(count, fields);
    }

    /** Reads a count or a bare number, which is exact. */
    static CallCount orNumber(Fields fields) {
        if (!(fields.any(COUNT) instanceof Node.Scalar scalar) || scalar.type() != ScalarType.NUMBER) {
            return of(fields);
        }
        var exact = fields.whole(COUNT, 0, MOST_CALLS);
        return exact == null ? CallCount.AT_LEAST_ONE : new CallCount(exact, exact);
    }

    private static CallCount of(Fields count, Fields fields) {
        var exact = count.whole("exact", 0, MOST_CALLS);
        var min = count.whole("min", 0, MOST_CALLS);
        var max = count.whole("max", 0, MOST_CALLS);
        if (count.has("exact") && (count.has("min") || count.has("max"))) {
            fields.fault(COUNT, "'count' has 'exact', or 'min' and 'max', not both");
        } else if (!count.has("exact") && !count.has("min") && !count.has("max")) {
            count.missing("'count' needs 'exact', 'min' or 'max'", "exact", "min", "max");
        } else if (min != null && max != null && min > max) {
            fields.fault(COUNT, "'min' must not be above 'max'");
        }
        count.done();
        return exact == null ? new CallCount(min == null ? 0 : min, max) : new CallCount(exact, exact);
    }
}
