package dev.muster.common.assertion.eval;

/** Thrown when a limit is exceeded before a result is certain; caught where the check is judged. */
final class LimitExceeded extends RuntimeException {

    /** @param sentence the second half of a failure message */
    LimitExceeded(String sentence) {
        super(sentence, null, false, false);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
