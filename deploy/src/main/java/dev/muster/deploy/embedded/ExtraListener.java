package dev.muster.deploy.embedded;

/**
 * One more address at which a broker listens. It lets everybody in: for a network that is yours, or for a line that
 * leads to it.
 *
 * @param host where it listens
 * @param advertised what clients that come in here are told to come back to, {@code HOST:PORT}
 */
public record ExtraListener(String host, int port, String advertised) {

    static final String NAME = "DOOR";

    /**
     * Reads {@code HOST:PORT} or {@code HOST:PORT=ADVERTISED_HOST:PORT}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static ExtraListener of(String text) {
        int equals = text.indexOf('=');
        var listens = equals < 0 ? text : text.substring(0, equals);
        int colon = listens.lastIndexOf(':');
        try {
            return new ExtraListener(listens.substring(0, colon), Integer.parseInt(listens.substring(colon + 1)),
                    text.substring(equals + 1));
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("'" + text + "' is no HOST:PORT, nor HOST:PORT=HOST:PORT", e);
        }
    }
}
