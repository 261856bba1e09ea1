package dev.muster.coordinator.suite.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 text, handed out one line at a time, so that a parser is never further than the line it is in and reading can
 * go on behind a line that it choked on. A byte-order mark is passed over; what is no UTF-8 becomes U+FFFD and is
 * remembered.
 */
final class Lines extends Reader {

    /** Longest line in UTF-16 units: that of the largest case, with room for escapes. */
    static final int LONGEST = 32 << 20;

    /** Bytes of a character; with fewer at hand there may be a part of one. */
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

    /** Lines begun so far; the current one's number. */
    int number() {
        return number;
    }

    /** Where the first bytes were that are no UTF-8, among the lines begun so far. */
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

    /** Whether the current line starts with the start of an object or a list. */
    boolean startsValue() {
        return length > 0 && (line[0] == '{' || line[0] == '[');
    }

    /** The character at a position in the current line; U+0000 when it is in no line that is still here. */
    char at(Position position) {
        boolean here = position.line() == number && position.column() >= 1 && position.column() <= length;
        return here ? line[position.column() - 1] : 0;
    }

    /** The column in the current line, from one on, where something else than commas begins. */
    int behindCommas(int column) {
        int behind = column;
        while (behind <= length && line[behind - 1] == ',') {
            behind++;
        }
        return behind;
    }

    /** Hands the current line out again from a column on. */
    void rewindTo(int column) {
        at = Math.min(column - 1, length);
    }

    /** Goes to the start of the next line; false at the end of the text. */
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

    /** A line that no sound suite has. */
    static final class LineTooLong extends IOException {
        private static final long serialVersionUID = 1L;

        static final String SENTENCE = "this line is longer than " + (LONGEST >> 20) + " million characters";

        private LineTooLong() {
            super(SENTENCE);
        }
    }
}
