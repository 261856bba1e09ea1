package dev.muster.coordinator.suite.promptfoo;

/** Something has no equal here; the message says what, and what to write instead. */
final class CannotCarry extends Exception {

    private static final long serialVersionUID = 1L;

    CannotCarry(String message) {
        super(message, null, false, false);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
