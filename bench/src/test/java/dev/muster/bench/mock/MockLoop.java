package dev.muster.bench.mock;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One thread that does everything: accepts, reads, delays answers until they are due, writes. A call costs a few
 * microseconds, and a waiting one no thread, because the mock shares its two cores with what is measured.
 */
final class MockLoop implements Runnable {

    private static final int BACKLOG = 4096;

    private final Ticker ticker;
    private final Behaviour usual;
    private final MockAgent.CallLog log;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final SlidingSecond limited;
    private final PriorityQueue<Due> waiting = new PriorityQueue<>(
            (one, other) -> Long.signum(one.nanos - other.nanos));

    /** An answer that waits until it is due. */
    private record Due(long nanos, Connection connection, Answer answer) {}

    MockLoop(int port, Behaviour usual, MockAgent.CallLog log, Ticker ticker) throws IOException {
        this.usual = usual;
        this.log = log;
        this.ticker = ticker;
        limited = new SlidingSecond(ticker);
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() {
        return server.socket().getLocalPort();
    }

    @Override
    public void run() {
        try (selector; server) {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(this::ready, millisToNext());
                sendWhatIsDue();
            }
            selector.keys().forEach(key -> {
                if (key.attachment() instanceof Connection connection) {
                    connection.close();
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("the mock agent's selector failed", e);
        }
    }

    /** Rounded up, so that nothing is sent early; 0 waits until a connection is ready. */
    private long millisToNext() {
        var next = waiting.peek();
        return next == null ? 0 : Math.max(1, (next.nanos() - ticker.nanos() + 999_999) / 1_000_000);
    }

    private void sendWhatIsDue() {
        long now = ticker.nanos();
        for (var next = waiting.peek(); next != null && next.nanos() - now <= 0; next = waiting.peek()) {
            waiting.remove();
            var due = next;
            attempt(due.connection(), () -> {
                answer(due.connection(), due.answer());
                takeRequests(due.connection());
            });
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Connection connection) {
            attempt(connection, () -> {
                if (key.isWritable()) {
                    finish(connection, connection.resume());
                    takeRequests(connection);
                }
                if (connection.isOpen() && key.isReadable()) {
                    read(connection);
                }
            });
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (var channel = server.accept(); channel != null; channel = server.accept()) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                var key = channel.register(selector, SelectionKey.OP_READ);
                key.attach(new Connection(channel, key));
                log.connected();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the mock agent can't accept connections", e);
        }
    }

    private void read(Connection connection) throws IOException {
        if (!connection.read()) {
            drop(connection);
        } else {
            takeRequests(connection);
        }
    }

    private void takeRequests(Connection connection) throws IOException {
        for (var request = connection.request(); request != null && connection.isOpen()
                && !connection.inCall(); request = connection.request()) {
            take(connection, request);
        }
    }

    private void take(Connection connection, Connection.Request request) throws IOException {
        try {
            if (request.target().startsWith("/stats")) {
                connection.send(Answer.json(Json.MAPPER.writeValueAsBytes(log.stats())));
            } else if (request.target().startsWith("/reset")) {
                log.reset();
                connection.send(Answer.json(new byte[]{'{', '}'}));
            } else {
                call(connection, request);
            }
        } catch (IllegalArgumentException e) {
            connection.send(Answer.error(400, -1, String.valueOf(e.getMessage())));
        }
        connection.done(request);
    }

    private void call(Connection connection, Connection.Request request) throws IOException {
        var said = usual.changedBy(request.target());
        var call = Answer.Call.read(connection.bytes(), request.bodyFrom(), request.bodyLength());
        var behaviour = admitted(said.onCall(log.began(call.lastUserMessage())));
        connection.beginCall();
        var answer = Answer.of(call, behaviour, request.target().contains("/ag-ui"));
        int latencyMs = behaviour.latency().of(call.lastUserMessage());
        if (latencyMs == 0) {
            answer(connection, answer);
        } else {
            waiting.add(new Due(ticker.nanos() + latencyMs * 1_000_000L, connection, answer));
        }
    }

    private Behaviour admitted(Behaviour behaviour) {
        if (behaviour.rate() == 0 || limited.takes(behaviour.rate())) {
            return behaviour;
        }
        log.sentAway();
        return behaviour.tooMany();
    }

    private void answer(Connection connection, Answer answer) throws IOException {
        if (connection.isOpen()) {
            finish(connection, connection.send(answer));
        }
    }

    private void finish(Connection connection, Answer.@Nullable Then then) {
        if (then == Answer.Then.CLOSE) {
            drop(connection);
        } else if (then == Answer.Then.KEEP && connection.inCall()) {
            connection.endCall();
            log.ended();
        }
    }

    private void drop(Connection connection) {
        if (connection.isOpen()) {
            connection.close();
            log.disconnected();
            if (connection.inCall()) {
                connection.endCall();
                log.ended();
            }
        }
    }

    private void attempt(Connection connection, Step step) {
        try {
            step.run();
        } catch (IOException _) {
            // The client disconnected in the middle of something; the other connections continue.
            drop(connection);
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Accepts a number of calls in any second, wherever that second begins, and no more. */
    private static final class SlidingSecond {

        private static final long SECOND = 1_000_000_000;

        private final Ticker ticker;
        private final Deque<Long> taken = new ArrayDeque<>();

        SlidingSecond(Ticker ticker) {
            this.ticker = ticker;
        }

        boolean takes(int most) {
            long now = ticker.nanos();
            while (!taken.isEmpty() && now - taken.peekFirst() >= SECOND) {
                taken.removeFirst();
            }
            if (taken.size() >= most) {
                return false;
            }
            taken.addLast(now);
            return true;
        }
    }
}
