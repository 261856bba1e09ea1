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

    /** Maximum bytes of a character; fewer remaining bytes may be a part of one. */
    private static final int LONGEST_SEQUENCE = 4;

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final char REPLACEMENT = '\uFFFD';

    private final InputStream bytes;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer in = ByteBuffer.allocate(64 << 10).flip();
    private CharBuffer out = CharBuffer.allocate(64 << 10).flip();
    private boolean ended;

    private char[] line = new char[1024];
    private int length;
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

    /** Returns the position of the first invalid UTF-8 in the lines begun so far. */
    Optional<Position> malformed() {
        return Optional.ofNullable(malformed);
    }

    @Override
    public int read(char[] target, int offset, int count) throws IOException {
        if (at == length && !next()) {
            return -1;
        }
        int some = Math.min(count, length - at);
        System.arraycopy(line, at, target, offset, some);
        at += some;
        return some;
    }

    /** Whether the current line begins with an object or a list. */
    boolean startsValue() {
        return length > 0 && (line[0] == '{' || line[0] == '[');
    }

    /** Returns the character at a position in the current line; U+0000 for a position elsewhere. */
    char at(Position position) {
        boolean here = position.line() == number && position.column() >= 1 && position.column() <= length;
        return here ? line[position.column() - 1] : 0;
    }

    /** Returns the first column of the current line, from a given one on, after all commas. */
    int behindCommas(int column) {
        int behind = column;
        while (behind <= length && line[behind - 1] == ',') {
            behind++;
        }
        return behind;
    }

    void rewindTo(int column) {
        at = Math.min(column - 1, length);
    }

    /** Moves to the start of the next line; false at the end of the text. */
    boolean next() throws IOException {
        length = 0;
        at = 0;
        boolean more = fillLine();
        if (more) {
            number++;
            passMark();
        }
        return more;
    }

    private boolean fillLine() throws IOException {
        while (out.hasRemaining() || decodeMore()) {
            if (takeUpToNewline()) {
                return true;
            }
        }
        return length > 0;
    }

    private boolean takeUpToNewline() throws IOException {
        var chars = out.array();
        int from = out.position();
        int to = from;
        while (to < out.limit() && chars[to] != '\n') {
            to++;
        }
        boolean whole = to < out.limit();
        int end = whole ? to + 1 : to;
        append(chars, from, end - from);
        out.position(end);
        return whole;
    }

    private void append(char[] chars, int from, int count) throws IOException {
        if (length + count > LONGEST) {
            throw new LineTooLong();
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(LONGEST, Math.max(2 * line.length, length + count)));
        }
        System.arraycopy(chars, from, line, length, count);
        length += count;
    }

    private void passMark() {
        if (number == 1 && length > 0 && line[0] == BYTE_ORDER_MARK) {
            length--;
            System.arraycopy(line, 1, line, 0, length);
        }
    }

    private boolean decodeMore() throws IOException {
        out.clear();
        while (out.position() == 0 && !(ended && !in.hasRemaining())) {
            if (in.remaining() < LONGEST_SEQUENCE) {
                fillBytes();
            }
            var result = decoder.decode(in, out, ended);
            if (result.isError()) {
                replaceMalformed(result.length());
            } else if (ended && result.isUnderflow()) {
                in.position(in.limit());
            }
        }
        out.flip();
        return out.hasRemaining();
    }

    private void replaceMalformed(int count) {
        in.position(in.position() + count);
        if (malformed == null) {
            malformed = positionBehind(out);
        }
        // The decoder stops before it has filled the buffer: there is room, except when it stopped exactly at its end.
        if (out.hasRemaining()) {
            out.put(REPLACEMENT);
        }
    }

    private Position positionBehind(CharBuffer decoded) {
        int lines = number + 1;
        int column = length + 1;
        for (int i = 0; i < decoded.position(); i++) {
            column = decoded.get(i) == '\n' ? 1 : column + 1;
            lines += decoded.get(i) == '\n' ? 1 : 0;
        }
        return new Position(lines, column);
    }

    private void fillBytes() throws IOException {
        if (ended) {
            return;
        }
        in.compact();
        int count = bytes.read(in.array(), in.position(), in.remaining());
        ended = count < 0;
        in.position(in.position() + Math.max(0, count));
        in.flip();
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }

    /** A line longer than any valid suite has. */
    static final class LineTooLong extends IOException {
        static final String SENTENCE = "this line is longer than " + (LONGEST >> 20) + " million characters";

        private LineTooLong() {
            super(SENTENCE);
        }
    }
}
