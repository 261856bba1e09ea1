package dev.muster.coordinator.suite.source;

/**
 * An error that the user must fix in a suite or a configuration.
 *
 * @param file relative to the working folder; or the command-line argument
 * @param line 1-based; 0 when the fault concerns the whole file
 * @param column 1-based, in UTF-16 units; 0 with line 0
 * @param message one sentence: what is wrong and what would be right
 */
public record Fault(String file, int line, int column, String message) {

    /** {@code file:line:column: message}. */
    @Override
    public String toString() {
        return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
    }
}
