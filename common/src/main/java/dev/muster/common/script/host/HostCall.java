package dev.muster.common.script.host;

import dev.muster.common.script.wire.Task;

/**
 * A call of a script.
 *
 * @param file in the folder, with {@code /}
 * @param function as it is exported, members after dots
 * @param arguments a JSON array
 * @param mostAnswer characters of an answer
 * @param questions what the script may ask for
 */
public record HostCall(Task.Kind kind, SourceFolder sources, String file, String function, String arguments,
        int mostAnswer, Questions questions) {

    /** A function of a file. */
    public static HostCall function(SourceFolder sources, String file, String function, String arguments,
            int mostAnswer) {
        return new HostCall(Task.Kind.FUNCTION, sources, file, function, arguments, mostAnswer, Questions.NONE);
    }

    Task task() {
        return new Task(kind, sources.tree(), sources.name(), file, function, arguments, mostAnswer);
    }
}
