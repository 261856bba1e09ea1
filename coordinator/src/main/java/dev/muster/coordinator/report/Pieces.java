package dev.muster.coordinator.report;

import dev.muster.common.message.CaseRef;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Pieces of a report, one for each result, kept in a temporary file until they can be written in the order of the suite. */
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
     * Once, all of them.
     *
     * @param between each and the next
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
