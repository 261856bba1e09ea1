package dev.muster.mock;

/**
 * Bytes to send, and what becomes of the connection then.
 *
 * @param bytes head and body, or their beginning
 * @param more sent again and again after them, for as long as the client reads; empty for nothing
 */
// Sent once and never compared.
@SuppressWarnings("ArrayRecordComponent")
record Answer(byte[] bytes, byte[] more, Then then) {

    private static final byte[] NOTHING = {};

    /** What becomes of the connection once all is sent. */
    enum Then {
        /** The call is over and the next request may come. */
        KEEP,
        /** The call is over and the server closes. */
        CLOSE,
        /** The call stays open for as long as the client waits. */
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
