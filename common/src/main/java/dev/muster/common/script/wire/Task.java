package dev.muster.common.script.wire;

/**
 * A task for a script host.
 *
 * @param tree id of the scripts folder, the same for all calls into it; its files are cached under this id
 * @param folder the folder's name, for errors
 * @param file path in the folder, with {@code /}
 * @param function a function of the file, exported or not, members after dots; for {@link TaskKind#EXPORTS} the
 *            requested
 *     one, or empty
 * @param arguments a JSON array
 * @param mostAnswer maximum length of an answer in characters
 */
public record Task(TaskKind kind, String tree, String folder, String file, String function, String arguments,
        int mostAnswer) {}
