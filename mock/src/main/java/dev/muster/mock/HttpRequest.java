package dev.muster.mock;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A request inside a connection's buffer. Understands only what test clients send: HTTP/1.1 with a Content-Length.
 *
 * @param method as sent
 * @param target path and query
 * @param bodyFrom index of the body's first byte
 * @param bodyLength in bytes
 */
record HttpRequest(String method, String target, int bodyFrom, int bodyLength) {

    private static final String LENGTH = "\r\ncontent-length:";

    /** Returns the request at the start of the buffer, or null when it is not complete yet. */
    static @Nullable HttpRequest in(byte[] bytes, int filled) {
        int end = headEnd(bytes, filled);
        if (end < 0) {
            return null;
        }
        var head = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
        int length = contentLength(head);
        if (end + length > filled) {
            return null;
        }
        int space = head.indexOf(' ');
        return new HttpRequest(head.substring(0, space), head.substring(space + 1, head.indexOf(' ', space + 1)), end,
                length);
    }

    int end() {
        return bodyFrom + bodyLength;
    }

    /** Returns the index after the empty line, or -1. */
    private static int headEnd(byte[] bytes, int filled) {
        for (int at = 3; at < filled; at++) {
            if (bytes[at] == '\n' && bytes[at - 1] == '\r' && bytes[at - 2] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private static int contentLength(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            return 0;
        }
        int from = at + LENGTH.length();
        return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).trim());
    }
}
