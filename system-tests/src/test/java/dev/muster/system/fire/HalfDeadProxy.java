package dev.muster.system.fire;

import module java.base;

/**
 * A proxy to PostgreSQL that can lose connections: what is sent there disappears, and neither side is notified, as when
 * a host dies and its address moves on. Later connections are not affected.
 */
final class HalfDeadProxy implements AutoCloseable {

    /** What is lost. */
    enum Lost {
        QUESTIONS,
        ANSWERS,
        BOTH
    }

    private final ServerSocket door;
    private final int to;
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();

    private HalfDeadProxy(ServerSocket door, int to) {
        this.door = door;
        this.to = to;
    }

    static HalfDeadProxy before(int port) throws IOException {
        var proxy = new HalfDeadProxy(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), port);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    int port() {
        return door.getLocalPort();
    }

    /** Applies from now on, to all existing connections. */
    void lose(Lost lost) {
        pairs.forEach(pair -> {
            if (lost != Lost.ANSWERS) {
                pair.deaf = true;
            }
            if (lost != Lost.QUESTIONS) {
                pair.dumb = true;
            }
        });
    }

    @Override
    public void close() throws IOException {
        door.close();
        pairs.forEach(Pair::close);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                var pair = new Pair(client, new Socket(InetAddress.getLoopbackAddress(), to));
                pairs.add(pair);
                Thread.ofVirtual().start(() -> pair.relay(true));
                Thread.ofVirtual().start(() -> pair.relay(false));
            } catch (IOException e) {
                // PostgreSQL is not there, or nobody needs a way to it any more
            }
        }
    }

    private static final class Pair {
        private final Socket client;
        private final Socket server;
        private volatile boolean deaf;
        private volatile boolean dumb;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void relay(boolean question) {
            var bytes = new byte[1 << 16];
            try {
                var in = (question ? client : server).getInputStream();
                var out = (question ? server : client).getOutputStream();
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    if (!(question ? deaf : dumb)) {
                        out.write(bytes, 0, read);
                        out.flush();
                    }
                }
            } catch (IOException e) {
                // as good as its end
            }
            if (!deaf && !dumb) {
                close();
            }
        }

        void close() {
            for (var socket : List.of(client, server)) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // it is of no use to anybody either way
                }
            }
        }
    }
}
