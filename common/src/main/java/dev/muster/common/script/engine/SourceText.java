package dev.muster.common.script.engine;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The code of a file as executed.
 *
 * @param code JavaScript
 * @param map maps positions in the code to the file; null when they are the same
 */
record SourceText(String code, @Nullable SourceMap map) {

    /** Returns {@code :line:column} in the file for a position in the code, all from 1; empty when unknown. */
    String place(int line, int column) {
        int[] original = map == null ? new int[]{line, column} : map.original(line, column);
        return original == null ? "" : ":" + original[0] + ":" + original[1];
    }
}
