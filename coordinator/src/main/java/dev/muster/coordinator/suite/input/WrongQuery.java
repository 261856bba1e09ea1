package dev.muster.coordinator.suite.input;

import module java.base;

/** Parameters that are ambiguous or unreadable; the message is a sentence. */
final class WrongQuery extends Exception {

    WrongQuery(String sentence) {
        super(sentence);
    }
}
