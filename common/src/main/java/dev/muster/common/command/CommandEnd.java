package dev.muster.common.command;

/** How a command ended. */
public sealed interface CommandEnd {

    record Printed(String output) implements CommandEnd {}

    /**
     * It did not start, failed, timed out or printed too much.
     *
     * @param reason continues a sentence after the command's name: {@code ended with exit code 1: no such cart}
     */
    record Broken(String reason) implements CommandEnd {}
}
