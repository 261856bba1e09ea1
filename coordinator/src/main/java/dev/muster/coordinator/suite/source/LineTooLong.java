package dev.muster.coordinator.suite.source;

import module java.base;

/** A line longer than any valid suite has. */
final class LineTooLong extends IOException {
    static final String SENTENCE = "this line is longer than " + (Lines.LONGEST >> 20) + " million characters";

    LineTooLong() {
        super(SENTENCE);
    }
}
