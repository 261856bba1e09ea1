package dev.muster.common.script.host;

import dev.muster.common.script.wire.Task;

/**
 * A call to a script.
 *
 * @param function its exported name, members after dots
 * @param mostAnswer maximum length of an answer in characters
 */
public record HostCall(Task.Kind kind, SourceFolder sources, String file, String function, String arguments,
        int mostAnswer, Questions questions) {

    public static HostCall function(SourceFolder sources, String file, String function, String arguments,
            int mostAnswer) {
        return new HostCall(Task.Kind.FUNCTION, sources, file, function, arguments, mostAnswer, Questions.NONE);
    }

    Task task() {
        return new Task(kind, sources.tree(), sources.name(), file, function, arguments, mostAnswer);
    }
}
