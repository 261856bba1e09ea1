package dev.muster.common.assertion.eval;

/** Thrown for an invalid assertion; the message says what is wrong and what would be right. */
public final class AssertionFault extends Exception {

    public AssertionFault(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    /** Keeps the exception of a library as the cause, for the log. */
    public AssertionFault(String message, Throwable cause) {
        super(message, cause);
    }
}
