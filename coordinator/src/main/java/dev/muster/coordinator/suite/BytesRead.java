package dev.muster.coordinator.suite;

import module java.base;

/**
 * Counts the bytes read so far for a suite, attachments included: roughly the size of its cases. Knows the files that a
 * case refers to. Not thread-safe.
 */
final class BytesRead {

    private final Set<Path> referred = new HashSet<>();
    private long total;

    long total() {
        return total;
    }

    /** @param file the real path of an attachment, a schema or a table */
    void referred(Path file) {
        referred.add(file);
    }

    boolean isReferred(Path file) {
        try {
            return referred.contains(file.toRealPath());
        } catch (IOException e) {
            return false; // it is gone
        }
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
