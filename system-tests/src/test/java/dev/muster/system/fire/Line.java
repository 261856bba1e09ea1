package dev.muster.system.fire;

import module java.base;

/**
 * A line between a client and a server that can be cut: while it is, nothing passes in either direction, and neither
 * side is notified. What was on its way arrives once it is mended, as in TCP.
 */
final class Line implements AutoCloseable {

    private static final int BUFFER = 64 << 10;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mended = lock.newCondition();
    private boolean cut;

    /** @param target port of the server on this machine */
    Line(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("line to " + target).start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    void cut() {
        set(true);
    }

    void mend() {
        set(false);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : sockets) {
            socket.close();
        }
    }

    private void set(boolean isCut) {
        lock.lock();
        try {
            cut = isCut;
            mended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitMended() throws InterruptedException {
        lock.lock();
        try {
            while (cut) {
                mended.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        try {
            while (true) {
                var client = server.accept();
                Thread.ofPlatform().daemon().start(() -> connect(client));
            }
        } catch (IOException e) {
            // closed
            return;
        }
    }

    private void connect(Socket client) {
        sockets.add(client);
        try {
            awaitMended();
            var beyond = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(beyond);
            Thread.ofPlatform().daemon().start(() -> carry(beyond, client));
            carry(client, beyond);
        } catch (IOException | InterruptedException e) {
            // the server is away, or the line is: the client finds out
            end(client);
        }
    }

    private void carry(Socket from, Socket to) {
        var buffer = new byte[BUFFER];
        try {
            for (int read = from.getInputStream().read(buffer); read >= 0; read = from.getInputStream().read(buffer)) {
                awaitMended();
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // one end is gone, and so goes the other
        }
        end(from);
        end(to);
    }

    private void end(Socket socket) {
        try {
            sockets.remove(socket);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
