package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Reads UTF-8 text one line at a time, so that a parser never reads past its current line and reading can continue
 * after a line that it failed on. Skips a byte-order mark; replaces invalid UTF-8 with U+FFFD and records its position.
 */
final class Lines extends Reader {

    /** Maximum line length in UTF-16 units: the largest case, with room for escapes. */
    static final int LONGEST = 32 << 20;

    /** Maximum bytes of a UTF-16 unit; only invalid text has a longer line with few of them. */
    private static final int LONGEST_CHARACTER = 3;

    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final char REPLACEMENT = '\uFFFD';

    private final InputStream bytes;
    private final byte[] block = new byte[64 << 10];
    private int from;
    private int to;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    private String line = "";
    private int at;
    private int number;
    private @Nullable Position malformed;

    Lines(InputStream bytes) {
        this.bytes = bytes;
    }

    /** Returns the number of the current line: lines begun so far. */
    int number() {
        return number;
    }

    /** Returns the current line, with its end; empty at the end of the text. */
    String text() {
        return line;
    }

    /** Returns the position of the first invalid UTF-8 in the lines begun so far. */
    Optional<Position> malformed() {
        return Optional.ofNullable(malformed);
    }

    @Override
    public int read(char[] target, int offset, int count) throws IOException {
        while (at == line.length()) {
            if (!next()) {
                return -1;
            }
        }
        int some = Math.min(count, line.length() - at);
        line.getChars(at, at + some, target, offset);
        at += some;
        return some;
    }

    /** Whether the current line begins with an object or a list. */
    boolean startsValue() {
        return line.startsWith("{") || line.startsWith("[");
    }

    /** Returns the character at a position in the current line; U+0000 for a position elsewhere. */
    char at(Position position) {
        boolean here = position.line() == number && position.column() >= 1 && position.column() <= line.length();
        return here ? line.charAt(position.column() - 1) : 0;
    }

    /** Returns the first column of the current line, from a given one on, after all commas. */
    int behindCommas(int column) {
        int behind = column;
        while (behind <= line.length() && line.charAt(behind - 1) == ',') {
            behind++;
        }
        return behind;
    }

    void rewindTo(int column) {
        at = Math.min(column - 1, line.length());
    }

    /** Moves to the start of the next line; false at the end of the text. */
    boolean next() throws IOException {
        at = 0;
        line = nextLine();
        boolean more = !line.isEmpty();
        number += more ? 1 : 0;
        if (number == 1 && line.startsWith(BYTE_ORDER_MARK)) {
            line = line.substring(1);
        }
        return more;
    }

    /** Returns the next line, with its end; empty at the end of the text. */
    private String nextLine() throws IOException {
        begun.reset();
        int characters = 0;
        for (boolean whole = false; !whole && (from < to || readBlock());) {
            int end = from;
            while (end < to && !whole) {
                byte next = block[end++];
                whole = next == '\n';
                // a byte that continues a character counts nothing, and a character of four bytes is a pair
                characters += next < -64 ? 0 : next < -16 || next >= 0 ? 1 : 2;
            }
            begun.write(block, from, end - from);
            from = end;
            if (characters > LONGEST || begun.size() > LONGEST * LONGEST_CHARACTER) {
                throw new LineTooLong();
            }
        }
        var text = begun.toString(StandardCharsets.UTF_8);
        if (malformed == null && text.indexOf(REPLACEMENT) >= 0) {
            var decoded = CharBuffer.allocate(text.length());
            var result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(begun.toByteArray()), decoded,
                    true);
            malformed = result.isError() ? new Position(number + 1, decoded.position() + 1) : null;
        }
        return text;
    }

    private boolean readBlock() throws IOException {
        from = 0;
        to = Math.max(0, bytes.read(block));
        return to > 0;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
