package dev.muster.common.script.wire;

/** How the function is called. */
public enum TaskKind {
    /** With its arguments; its return value is the answer. */
    FUNCTION,
    /** As a hook: the first argument only goes to functions that declare it. */
    HOOK,
    /** As a script test, with {@code t} before its arguments; the answer is its assertions. */
    TEST,
    /** Not called: the answer lists the functions that the file exports. */
    EXPORTS
}
