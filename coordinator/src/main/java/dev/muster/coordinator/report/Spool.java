package dev.muster.coordinator.report;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Keeps pieces of a report in a temporary file until their order is known; deleted with its owner. */
public final class Spool implements AutoCloseable {

    private static final int BUFFER = 1 << 18;

    private final ByteBuffer waiting = ByteBuffer.allocate(BUFFER);
    private @Nullable FileChannel file;
    private long end;

    /** @return the offset of the piece */
    public long add(byte[] piece) throws IOException {
        long begin = end;
        if (piece.length > waiting.remaining()) {
            flush();
        }
        if (piece.length > waiting.capacity()) {
            drain(ByteBuffer.wrap(piece));
        } else {
            waiting.put(piece);
        }
        end += piece.length;
        return begin;
    }

    public byte[] read(long begin, int length) throws IOException {
        flush();
        return read(file(), begin, length, "the temporary file of a report is shorter than what was written to it");
    }

    /** @throws IOException with the sentence when the file is too short */
    public static byte[] read(FileChannel file, long begin, int length, String tooShort) throws IOException {
        var piece = ByteBuffer.allocate(length);
        while (piece.hasRemaining()) {
            if (file.read(piece, begin + piece.position()) < 0) {
                throw new IOException(tooShort);
            }
        }
        return piece.array();
    }

    private void flush() throws IOException {
        drain(waiting.flip());
        waiting.clear();
    }

    private void drain(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file().write(bytes);
        }
    }

    private FileChannel file() throws IOException {
        if (file == null) {
            file = FileChannel.open(Files.createTempFile("muster-report-", ".spool"), StandardOpenOption.READ,
                    StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }
        return file;
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary file of a report could not be closed", e);
        }
    }
}
