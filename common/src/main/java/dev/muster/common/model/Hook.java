package dev.muster.common.model;

import module java.base;

/**
 * A command that runs before a conversation and prints variables as a JSON object.
 *
 * @param command program and arguments
 */
public record Hook(List<String> command, Duration timeout) {

    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    public Hook {
        command = List.copyOf(command);
    }
}
