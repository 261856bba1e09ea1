package dev.muster.common.model;

/**
 * The location of a case.
 *
 * @param file path from the project root, with {@code /}; or the generator's reference; or {@code message}
 * @param line 1-based; for a script's answer, the number of the case; 0 when there is no line
 */
public record Source(String file, int line) {

    /** The file of a case that is a message of the command line. */
    public static final String MESSAGE = "message";

    /** What is to be known of the verdict on a message. */
    public static final String NOTHING_CHECKED = "nothing was checked: a message has no assertions, so it passes"
            + " whatever the agent answers; write a case with 'assertions' into a suite file";

    /** Whether the case is a message of the command line, which has no assertions. */
    public boolean wasTyped() {
        return file.equals(MESSAGE) && line == 0;
    }

    /** Whether an agent or a script generated the case. */
    public boolean wasGenerated() {
        return file.startsWith("agents:") || file.startsWith("scripts:");
    }
}
