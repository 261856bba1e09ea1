package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.time.Ticker;

/** The body of an upload in a temporary file, which is gone once it is closed. */
final class ReceivedFile implements AutoCloseable {

    private static final int TOO_SLOW = 408;
    private static final int NO_ROOM = 507;
    private static final int PIECE = 64 << 10;
    private static final Duration LONGEST = Duration.ofHours(1);
    /** From then on, an upload has to come at a pace that any line has. */
    private static final Duration SLOW = Duration.ofMinutes(1);
    private static final long BYTES_A_SECOND = 1 << 10;

    private final FileChannel file;
    private long size;

    private ReceivedFile(FileChannel file) {
        this.file = file;
    }

    /**
     * Receives a body to its end, or to the first piece beyond its limit.
     *
     * @throws Denied when it comes too slowly (408), or when the disk is full (507)
     */
    static ReceivedFile of(InputStream body, long most, Ticker ticker) throws IOException, Denied {
        var received = new ReceivedFile(FileChannel.open(Files.createTempFile("muster-upload-", ".spool"),
                StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        try {
            received.fill(body, most, ticker);
            received.file.position(0);
            return received;
        } catch (IOException | Denied | RuntimeException e) {
            received.close();
            throw e;
        }
    }

    long size() {
        return size;
    }

    /** Returns the content, once. */
    InputStream content() {
        return Channels.newInputStream(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void fill(InputStream body, long most, Ticker ticker) throws IOException, Denied {
        long since = ticker.nanos();
        var piece = new byte[PIECE];
        int more = body.read(piece);
        while (more >= 0) {
            write(ByteBuffer.wrap(piece, 0, more));
            size += more;
            if (size > most) {
                return;
            }
            refuseSlow(Duration.ofNanos(ticker.nanos() - since));
            more = body.read(piece);
        }
    }

    private void write(ByteBuffer piece) throws Denied {
        try {
            while (piece.hasRemaining()) {
                file.write(piece);
            }
        } catch (IOException e) {
            throw new Denied(NO_ROOM, "this coordinator can't keep the upload in its folder for temporary files ("
                    + e.getMessage() + "); free space there, or set java.io.tmpdir to a larger one");
        }
    }

    private void refuseSlow(Duration took) throws Denied {
        if (took.compareTo(LONGEST) > 0 || (took.compareTo(SLOW) > 0 && size < took.toSeconds() * BYTES_A_SECOND)) {
            throw new Denied(TOO_SLOW, "after " + took.toSeconds() + " s, " + size + " bytes of this upload have "
                    + "arrived; send at least " + BYTES_A_SECOND + " bytes a second, and all of it within an hour");
        }
    }
}
