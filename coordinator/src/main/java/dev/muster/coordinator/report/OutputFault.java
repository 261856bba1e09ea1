package dev.muster.coordinator.report;

/** A result file that can't be written; the message is a sentence for the person who named it. */
public final class OutputFault extends Exception {

    private static final long serialVersionUID = 1L;

    public OutputFault(String message) {
        super(message);
    }
}
