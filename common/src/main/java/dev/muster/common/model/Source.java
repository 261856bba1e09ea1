package dev.muster.common.model;

/**
 * The location of a case.
 *
 * @param file path from the project root, with {@code /}; or the generator's reference; or {@code message}
 * @param line 1-based; for a script's answer, the number of the case; 0 when there is no line
 */
public record Source(String file, int line) {

    /** Whether an agent or a script generated the case. */
    public boolean wasGenerated() {
        return file.startsWith("agents:") || file.startsWith("scripts:");
    }
}
