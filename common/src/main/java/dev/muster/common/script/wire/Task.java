package dev.muster.common.script.wire;

/**
 * What a script host is to do.
 *
 * @param tree names the scripts folder, the same for all calls into it; what was read of it is kept under this name
 * @param folder the folder's own name, for errors
 * @param file in the folder, with {@code /}
 * @param function of the file, exported or not, members after dots; for {@link Kind#EXPORTS} the one that is looked for,
 *        or empty
 * @param arguments a JSON array
 * @param mostAnswer characters of an answer
 */
public record Task(Kind kind, String tree, String folder, String file, String function, String arguments,
        int mostAnswer) {

    /** How the function is called. */
    public enum Kind {
        /** With its arguments; what it returns is the answer. */
        FUNCTION,
        /** As a hook: the first argument is only for functions that ask for it. */
        HOOK,
        /** As a script test, with {@code t} before its arguments; the answer is what it asserted. */
        TEST,
        /** Not at all: the answer is a list of the functions that the file exports. */
        EXPORTS
    }
}
