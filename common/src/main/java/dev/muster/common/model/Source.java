package dev.muster.common.model;

import org.jspecify.annotations.Nullable;

/**
 * The location of a case.
 *
 * @param file path from the project root, with {@code /}; or the generator's reference; or {@code message}
 * @param line 1-based; for a script's answer, the number of the case; 0 when there is no line
 * @param row the row of a table that the case was made from, {@code data.csv:3}; null without a table
 */
public record Source(String file, int line, @Nullable String row) {

    /** Creates the location of a case that is not made from a row. */
    public Source(String file, int line) {
        this(file, line, null);
    }

    /** The file of a case that is a message of the command line. */
    public static final String MESSAGE = "message";

    /** The information about the verdict on a message. */
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

    /** Returns {@code file:line}, and the row, for people. */
    public String shown() {
        return file + (line > 0 ? ":" + line : "") + (row == null ? "" : " (" + row + ")");
    }
}
