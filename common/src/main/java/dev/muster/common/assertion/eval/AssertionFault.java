package dev.muster.common.assertion.eval;

/** An assertion that can't be run as it is written; the message says what is wrong and what would be right. */
public final class AssertionFault extends Exception {

    private static final long serialVersionUID = 1L;

    public AssertionFault(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    /** Where the fault comes from a library, its exception goes along for the log. */
    public AssertionFault(String message, Throwable cause) {
        super(message, cause);
    }
}
