package dev.muster.coordinator.report;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Keeps pieces of a report in a temporary file until their order is known; deleted with its owner. */
public final class Spool implements AutoCloseable {

    private static final int BUFFER = 1 << 18;

    private @Nullable FileChannel file;
    private OutputStream out = OutputStream.nullOutputStream();
    private long end;

    /** @return the offset of the piece */
    public long add(byte[] piece) throws IOException {
        file();
        out.write(piece);
        end += piece.length;
        return end - piece.length;
    }

    public byte[] read(long begin, int length) throws IOException {
        out.flush();
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

    private FileChannel file() throws IOException {
        if (file == null) {
            file = FileChannel.open(Files.createTempFile("muster-report-", ".spool"), StandardOpenOption.READ,
                    StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            out = new BufferedOutputStream(Channels.newOutputStream(file), BUFFER);
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
