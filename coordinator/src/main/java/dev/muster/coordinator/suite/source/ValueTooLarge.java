package dev.muster.coordinator.suite.source;

import module java.base;

/** Thrown for a value with more characters than a case may have. */
final class ValueTooLarge extends RuntimeException {
    static final String SENTENCE = "this value is larger than " + (NodeBuilder.LARGEST >> 20)
            + " MiB; a case must fit in one message";
}
