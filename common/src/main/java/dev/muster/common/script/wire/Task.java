package dev.muster.common.script.wire;

/**
 * What a script host is to do.
 *
 * @param tree names the scripts folder, the same for all calls into it; what was read of it is kept under this name
 * @param folder the folder's own name, for errors
 * @param file in the folder, with {@code /}
 * @param function as it is exported, members after dots; empty for {@link Kind#EXPORTS}
 * @param arguments a JSON array
 * @param mostAnswer characters of an answer
 */
public record Task(Kind kind, String tree, String folder, String file, String function, String arguments,
        int mostAnswer) {

    /** How the function is called. */
    public enum Kind {
        /** With its arguments; what it returns is the answer. */
        FUNCTION,
        /** As a script test, with {@code t} before its arguments; the answer is what it asserted. */
        TEST,
        /** Not at all: the answer is a list of the functions that the file exports. */
        EXPORTS
    }
}
