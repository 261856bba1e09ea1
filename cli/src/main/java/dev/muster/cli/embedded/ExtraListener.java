package dev.muster.cli.embedded;

import module java.base;

/**
 * An extra listen address of a broker. It has no TLS: only for a network of your own, or a tunnel to one.
 *
 * @param advertised the address that clients of this listener use from then on, {@code HOST:PORT}
 */
public record ExtraListener(String host, int port, String advertised) {

    static final String NAME = "DOOR";

    /**
     * Reads {@code HOST:PORT} or {@code HOST:PORT=ADVERTISED_HOST:PORT}.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static ExtraListener of(String text) {
        int equals = text.indexOf('=');
        var listens = equals < 0 ? text : text.substring(0, equals);
        int colon = listens.lastIndexOf(':');
        try {
            return new ExtraListener(listens.substring(0, colon), Integer.parseInt(listens.substring(colon + 1)),
                    text.substring(equals + 1));
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("'" + text + "' is neither HOST:PORT nor HOST:PORT=HOST:PORT", e);
        }
    }
}
