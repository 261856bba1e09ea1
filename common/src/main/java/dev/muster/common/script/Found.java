package dev.muster.common.script;

import java.nio.file.Path;

/** What a reference names in a scripts folder. */
public sealed interface Found {

    /** In the file. */
    String function();

    /** An executable file of any language. */
    record Program(Path file, String function) implements Found {}

    /**
     * A file in JavaScript or TypeScript.
     *
     * @param file from the scripts folder, with {@code /}
     */
    record Module(String file, String function) implements Found {}
}
