package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.message.CaseRef;
import org.jspecify.annotations.Nullable;

/** Keeps the pieces of a report, one per result, in a temporary file until written in the order of the suite. */
public final class Pieces implements AutoCloseable {

    private final PiecePlaces places = new PiecePlaces();
    private @Nullable Spool spool;
    private int left;

    public void add(CaseRef ref, byte[] piece) throws IOException {
        if (spool == null) {
            spool = Spool.open();
        }
        places.add(ref, spool.add(piece), piece.length);
        left++;
    }

    /**
     * Writes all pieces; call it once.
     *
     * @param between bytes between two pieces
     */
    public void write(OutputStream out, byte[] between) throws IOException {
        var pieces = spool;
        if (pieces != null) {
            places.inOrder((begin, length) -> {
                if (left < places.size()) {
                    out.write(between);
                }
                left--;
                out.write(pieces.read(begin, length));
            });
        }
    }

    @Override
    public void close() {
        if (spool != null) {
            spool.close();
            spool = null;
        }
    }
}
