package dev.muster.cli.embedded;

import module java.base;

/** Finds a port of 127.0.0.1 that is free now; another program may take it before we do. */
public final class FreePort {

    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private FreePort() {}

    public static int any() {
        return EmbeddedServerException.telling("No free port on 127.0.0.1",
                ": stop some programs that listen, or allow this one to.", () -> bind(0));
    }

    /**
     * Returns the preferred port if it is free or soon will be, else any free one. The processes of a killed server
     * keep its port until each of them has noticed.
     */
    static int preferably(int preferred) {
        return preferred == 0 ? any() : Poll.find(PATIENCE, () -> tryBind(preferred)).orElseGet(FreePort::any);
    }

    private static Optional<Integer> tryBind(int port) {
        try {
            return Optional.of(bind(port));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int bind(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
