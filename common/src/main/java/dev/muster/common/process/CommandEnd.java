package dev.muster.common.process;

/** How a command ended. */
public sealed interface CommandEnd {

    /** It succeeded with this standard output. */
    record Printed(String output) implements CommandEnd {}

    /** It did not start, failed, timed out or printed too much; the reason continues a sentence after its name. */
    record Broken(String reason) implements CommandEnd {}
}
