package dev.muster.coordinator.suite.source;

import module java.base;

/**
 * A position in a text.
 *
 * @param line 1-based; 0 for the text as a whole
 * @param column 1-based, in UTF-16 units; 0 for the line as a whole
 */
public record Position(int line, int column) implements Comparable<Position> {

    /** The text as a whole. */
    public static final Position NOWHERE = new Position(0, 0);

    private static final Comparator<Position> ORDER = Comparator.comparingInt(Position::line)
            .thenComparingInt(Position::column);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
