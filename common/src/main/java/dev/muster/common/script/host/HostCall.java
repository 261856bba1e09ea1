package dev.muster.common.script.host;

import dev.muster.common.script.wire.Task;
import dev.muster.common.script.wire.TaskKind;

/**
 * A call to a script.
 *
 * @param file path in the folder, with {@code /}
 * @param function its exported name, members after dots
 * @param arguments a JSON array
 * @param mostAnswer maximum length of an answer in characters
 */
public record HostCall(TaskKind kind, SourceFolder sources, String file, String function, String arguments,
        int mostAnswer, Questions questions) {

    public static HostCall function(SourceFolder sources, String file, String function, String arguments,
            int mostAnswer) {
        return new HostCall(TaskKind.FUNCTION, sources, file, function, arguments, mostAnswer, Questions.NONE);
    }

    Task task() {
        return new Task(kind, sources.tree(), sources.name(), file, function, arguments, mostAnswer);
    }
}
