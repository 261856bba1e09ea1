package dev.muster.coordinator.suite.source;

/**
 * Something that a person must mend in a suite or a configuration.
 *
 * @param file as a person would name it from the working folder; or what was said on the command line
 * @param line 1-based; 0 when the fault is the file's as a whole
 * @param column 1-based, in UTF-16 units; 0 with line 0
 * @param message one sentence: what is wrong, what would be right
 */
public record Fault(String file, int line, int column, String message) {

    /** {@code file:line:column: message}. */
    @Override
    public String toString() {
        return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
    }
}
