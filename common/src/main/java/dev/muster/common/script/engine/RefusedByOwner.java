package dev.muster.common.script.engine;

/** Thrown when the owner refuses; the message says why. */
final class RefusedByOwner extends Exception {

    RefusedByOwner(String why) {
        super(why);
    }
}
