package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;

/**
 * A program that is an agent.
 *
 * @param words the program and its arguments
 * @param cwd its working folder, relative to the project's root; null for the root
 * @param env names of variables of the worker that it may see, beside the usual ones
 * @param timeout of one turn; null for the time of the case
 */
public record CommandConfig(List<String> words, Mode mode, @Nullable String cwd, List<String> env,
        @Nullable Duration timeout) {

    /** How long a process lives. */
    public enum Mode implements Wire {
        /** One process for each turn: a document in, an answer out, the end. */
        TURN,
        /** One process for a conversation: a line in, a line out, for each turn. */
        SESSION;
    }
}
