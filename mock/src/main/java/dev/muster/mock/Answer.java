package dev.muster.mock;

/**
 * The bytes of an answer, and what to do with the connection afterwards.
 *
 * @param bytes head and body, or the beginning of them
 * @param more sent after that, again and again while the client reads; empty for nothing
 */
// Sent once and never compared.
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record Answer(byte[] bytes, byte[] more, Then then) {

    private static final byte[] NOTHING = {};

    /** What to do with the connection once everything is sent. */
    enum Then {
        /** The call is over; the next request may come. */
        KEEP,
        /** The call is over; the server closes the connection. */
        CLOSE,
        /** The call stays open while the client waits. */
        HOLD
    }

    static Answer keep(byte[]... parts) {
        return new Answer(joined(parts), NOTHING, Then.KEEP);
    }

    static Answer close(byte[]... parts) {
        return new Answer(joined(parts), NOTHING, Then.CLOSE);
    }

    static Answer hold(byte[]... parts) {
        return new Answer(joined(parts), NOTHING, Then.HOLD);
    }

    Answer andAgain(byte[] repeated) {
        return new Answer(bytes, repeated, Then.HOLD);
    }

    static byte[] joined(byte[]... parts) {
        int length = 0;
        for (var part : parts) {
            length += part.length;
        }
        var all = new byte[length];
        int at = 0;
        for (var part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
