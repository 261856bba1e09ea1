package dev.muster.bench.mock;

import module java.base;
import org.jspecify.annotations.Nullable;

/** One client's connection: received bytes not read yet, and bytes that could not be sent yet. */
final class Connection {

    private static final int MOST = 32 << 20;

    private final SocketChannel channel;
    private final SelectionKey key;
    private byte[] in = new byte[2048];
    private int filled;
    private @Nullable ByteBuffer out;
    private @Nullable Answer answer;
    private boolean inCall;

    Connection(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    /** Whether a call is being answered; the next request waits until it is over. */
    boolean inCall() {
        return inCall;
    }

    void beginCall() {
        inCall = true;
    }

    void endCall() {
        inCall = false;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** @return false when the client has closed the connection */
    boolean read() throws IOException {
        if (filled == in.length) {
            if (filled >= MOST) {
                throw new IOException("a request of more than " + MOST + " bytes");
            }
            in = Arrays.copyOf(in, filled * 4);
        }
        int read = channel.read(ByteBuffer.wrap(in, filled, in.length - filled));
        filled += Math.max(read, 0);
        return read >= 0;
    }

    @Nullable
    Request request() {
        return Request.in(in, filled);
    }

    byte[] bytes() {
        return in;
    }

    /** Removes a request that has been read. */
    void done(Request request) {
        System.arraycopy(in, request.end(), in, 0, filled - request.end());
        filled -= request.end();
    }

    /** @return what to do with the connection, or null when not everything could be sent yet: {@link #resume} continues */
    Answer.@Nullable Then send(Answer next) throws IOException {
        answer = next;
        out = ByteBuffer.wrap(next.bytes());
        return resume();
    }

    Answer.@Nullable Then resume() throws IOException {
        while (answer != null && out != null) {
            channel.write(out);
            if (out.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return null;
            }
            out = answer.more().length > 0 ? ByteBuffer.wrap(answer.more()) : null;
        }
        key.interestOps(SelectionKey.OP_READ);
        return answer == null ? null : answer.then();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is closed, as wanted.
        }
    }

    /**
     * A request inside a connection's buffer. Understands only what test clients send: HTTP/1.1 with a Content-Length.
     *
     * @param target path and query
     */
    record Request(String method, String target, int bodyFrom, int bodyLength) {

        private static final String LENGTH = "\r\ncontent-length:";

        /** Returns the request at the start of the buffer, or null when it is not complete yet. */
        static @Nullable Request in(byte[] bytes, int filled) {
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
            return new Request(head.substring(0, space), head.substring(space + 1, head.indexOf(' ', space + 1)), end,
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
}
