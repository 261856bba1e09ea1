package dev.muster.coordinator.suite;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** How many bytes a suite was read from so far, its attachments with them: about what its cases weigh. One thread. */
final class BytesRead {

    private long total;

    long total() {
        return total;
    }

    void add(int bytes) {
        total += Math.max(0, bytes);
    }

    /** The same stream, counted. */
    InputStream counted(InputStream from) {
        return new FilterInputStream(from) {
            @Override
            public int read() throws IOException {
                int next = in.read();
                add(next < 0 ? 0 : 1);
                return next;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int count = in.read(target, offset, length);
                add(count);
                return count;
            }
        };
    }
}
