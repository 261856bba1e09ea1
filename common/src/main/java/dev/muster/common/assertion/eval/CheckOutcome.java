package dev.muster.common.assertion.eval;

import module java.base;

/** {@link #UNDECIDED}: a limit was exceeded, or there was nothing to check; the assertion fails, negated or not, so that no gate passes. */
enum CheckOutcome {
    HOLDS,
    FAILS,
    UNDECIDED
}
