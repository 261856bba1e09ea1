package dev.muster.coordinator.report;

/** Thrown when a result file cannot be written; the message is a sentence for the user. */
public final class OutputFault extends Exception {

    public OutputFault(String message) {
        super(message);
    }
}
