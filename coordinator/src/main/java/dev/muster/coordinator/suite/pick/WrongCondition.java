package dev.muster.coordinator.suite.pick;

import module java.base;

/** A condition that can't be read; the message says what would be right. */
final class WrongCondition extends Exception {

    WrongCondition(String sentence) {
        super(sentence);
    }
}
