package dev.muster.common.command;

/** How a command ended. */
public sealed interface CommandEnd {

    /** It ended well, and this is its standard output. */
    record Printed(String output) implements CommandEnd {}

    /**
     * It did not start, failed, took too long or printed too much.
     *
     * @param reason goes on after the command's name: {@code ended with exit code 1: no such cart}
     */
    record Broken(String reason) implements CommandEnd {}
}
