package dev.muster.common.script;

import module java.base;

/** The target of a reference in a scripts folder. */
public sealed interface Found {

    /** An executable file of any language. */
    record Program(Path file, String function) implements Found {}

    /** A file in JavaScript or TypeScript: its path in the scripts folder, with {@code /}. */
    record Module(String file, String function) implements Found {}
}
