package dev.muster.common.script.wire;

/**
 * A task for a script host.
 *
 * @param tree id of the scripts folder, the same for all calls into it; its files are cached under this id
 * @param folder the folder's name, for errors
 * @param file path in the folder, with {@code /}
 * @param function a function of the file, exported or not, members after dots; for {@link Kind#EXPORTS} the requested
 *     one, or empty
 * @param arguments a JSON array
 * @param mostAnswer maximum length of an answer in characters
 */
public record Task(Kind kind, String tree, String folder, String file, String function, String arguments,
        int mostAnswer) {

    /** How the function is called. */
    public enum Kind {
        /** With its arguments; its return value is the answer. */
        FUNCTION,
        /** As a hook: the first argument only goes to functions that declare it. */
        HOOK,
        /** As a script test, with {@code t} before its arguments; the answer is its assertions. */
        TEST,
        /** Not called: the answer lists the functions that the file exports. */
        EXPORTS
    }
}
