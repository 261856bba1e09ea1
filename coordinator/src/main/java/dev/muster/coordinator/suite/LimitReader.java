package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads limit assertions, whose {@code value} is the maximum. */
final class LimitReader {

    private static final String VALUE = "value";
    private static final double MOST_DOLLARS = 1e9;

    private LimitReader() {}

    /** Reads a whole-number limit, of milliseconds or tokens. */
    static @Nullable Check whole(Fields fields, String type, LongFunction<Check> check) {
        var most = isThere(fields, type) ? fields.whole(VALUE, 0, Integer.MAX_VALUE) : null;
        return most == null ? null : check.apply(most);
    }

    static @Nullable Check dollars(Fields fields, String type) {
        var most = isThere(fields, type) ? fields.number(VALUE, 0, MOST_DOLLARS) : null;
        return most == null ? null : new Check.MaxCost(BigDecimal.valueOf(most));
    }

    private static boolean isThere(Fields fields, String type) {
        if (!fields.has(VALUE)) {
            fields.any(VALUE);
            fields.missing(type + " needs 'value', a number", VALUE);
        }
        return fields.has(VALUE);
    }
}
