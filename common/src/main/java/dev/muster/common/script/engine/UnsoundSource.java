package dev.muster.common.script.engine;

import module java.base;

/** Thrown for a file that is not valid TypeScript. */
final class UnsoundSource extends IOException {

    private static final long serialVersionUID = 1;

    private final String place;

    /** @param place {@code line:column}; empty when unknown */
    UnsoundSource(String what, String place) {
        super(what);
        this.place = place;
    }

    String place() {
        return place;
    }
}
