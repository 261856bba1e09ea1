package dev.muster.common.script.engine;

import module java.base;

/** Thrown for a file that is not valid TypeScript. */
final class InvalidSource extends IOException {

    final String place;

    /** @param place {@code line:column}; empty when unknown */
    InvalidSource(String what, String place) {
        super(what);
        this.place = place;
    }
}
