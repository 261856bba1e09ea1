package dev.muster.mock;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One client's connection: what has come and is not read yet, and what is to be sent and could not be yet. */
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

    /** A call that is being answered; the next request waits until it is over. */
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

    /** @return false when the client has closed */
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
    HttpRequest request() {
        return HttpRequest.in(in, filled);
    }

    byte[] bytes() {
        return in;
    }

    /** Forgets a request that has been read. */
    void done(HttpRequest request) {
        System.arraycopy(in, request.end(), in, 0, filled - request.end());
        filled -= request.end();
    }

    /** @return what becomes of the connection, or null when not all could be sent yet: {@link #resume} goes on */
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
            // It is gone, which is what was wanted.
        }
    }
}
