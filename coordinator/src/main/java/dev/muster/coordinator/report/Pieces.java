package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.message.CaseRef;

/** Keeps the pieces of a report, one per result, in a temporary file until written in the order of the suite. */
public final class Pieces implements AutoCloseable {

    private final PiecePlaces places = new PiecePlaces();
    private final Spool spool = new Spool();
    private int left;

    public void add(CaseRef ref, byte[] piece) throws IOException {
        places.add(ref, spool.add(piece), piece.length);
        left++;
    }

    /** Writes all pieces, with these bytes between two of them; call it once. */
    public void write(OutputStream out, byte[] between) throws IOException {
        places.inOrder((begin, length) -> {
            if (left < places.size()) {
                out.write(between);
            }
            left--;
            out.write(spool.read(begin, length));
        });
    }

    @Override
    public void close() {
        spool.close();
    }
}
