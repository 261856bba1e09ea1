package dev.muster.worker.setup;

import module java.base;

/** The content does not match its hash, or would lie outside of its tree. */
final class InvalidBundle extends Exception {

    InvalidBundle(String sentence) {
        super(sentence);
    }
}
