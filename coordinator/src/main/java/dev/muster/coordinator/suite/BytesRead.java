package dev.muster.coordinator.suite;

import module java.base;

/** Counts the bytes read so far for a suite, attachments included: roughly the size of its cases. Not thread-safe. */
final class BytesRead {

    private long total;

    long total() {
        return total;
    }

    void add(int bytes) {
        total += Math.max(0, bytes);
    }

    /** Wraps a stream so that its bytes are counted. */
    InputStream counted(InputStream from) {
        return new FilterInputStream(from) {
            @Override
            public int read() {
                throw new UnsupportedOperationException("suites are read in blocks");
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
