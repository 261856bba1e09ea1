package dev.muster.deploy.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of 127.0.0.1 that nobody listens on now; another program may take it before we do. */
final class FreePort {

    private FreePort() {}

    static int any() {
        try {
            return bind(0);
        } catch (IOException e) {
            throw new EmbeddedServerException("No free port on 127.0.0.1 (" + Reason.of(e)
                    + "): end some programs that listen, or allow this one to.", e);
        }
    }

    /** The wanted one if it is free, else any. */
    static int preferably(int wanted) {
        try {
            return bind(wanted);
        } catch (IOException e) {
            return any();
        }
    }

    private static int bind(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
