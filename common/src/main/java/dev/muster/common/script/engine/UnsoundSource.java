package dev.muster.common.script.engine;

import java.io.IOException;

/** A file that is no TypeScript. */
final class UnsoundSource extends IOException {

    private static final long serialVersionUID = 1;

    private final String place;

    /** @param place {@code line:column}; empty when none is known */
    UnsoundSource(String what, String place) {
        super(what);
        this.place = place;
    }

    String place() {
        return place;
    }

    String what() {
        return String.valueOf(getMessage());
    }
}
