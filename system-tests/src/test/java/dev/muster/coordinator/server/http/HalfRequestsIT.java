package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import dev.muster.common.status.StatusServer;
import dev.muster.common.time.Ticker;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that connections with half a request, or with nothing, end on every port, and that others are served meanwhile. */
@Tag("full")
final class HalfRequestsIT {

    private static final int MANY = 800;

    @Test
    void endOnEveryPort() throws Exception {
        var endpoint = new HttpEndpoint(new ListenAddress("127.0.0.1", 0, "t0ken"),
                new TokenHolders("t0ken", null, Map::of, InstantSource.system(), Ticker.system()));
        var open = new ArrayList<Socket>();
        var worker = ChildProcess.start(Launch.of(WorkersPort.class));
        try (var coordinator = StandbyServer.start(new Pages(), endpoint); var http = HttpClient.newHttpClient()) {
            for (var url : List.of(coordinator.url(), worker.firstLine(Duration.ofSeconds(30)))) {
                open.addAll(halves(URI.create(url).getPort()));
                assertThat(http.send(HttpRequest.newBuilder(URI.create(url + "/health")).build(),
                        BodyHandlers.discarding()).statusCode()).as(url).isEqualTo(200);
            }
            for (var socket : open) {
                assertThat(ends(socket)).isTrue();
            }
        } finally {
            worker.kill();
            for (var socket : open) {
                socket.close();
            }
        }
    }

    /** Attack 128: a head that comes byte by byte; first on a new connection, then behind an answer. */
    @ParameterizedTest
    @ValueSource(strings = {"", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"})
    void endAlsoWhenTheyAreNeverIdle(String before) throws Exception {
        var endpoint = new HttpEndpoint(new ListenAddress("127.0.0.1", 0, "t0ken"),
                new TokenHolders("t0ken", null, Map::of, InstantSource.system(), Ticker.system()));
        try (var coordinator = StandbyServer.start(new Pages(), endpoint);
                var dripping = Executors.newSingleThreadScheduledExecutor();
                var socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(coordinator.url()).getPort())) {
            socket.setSoTimeout(90_000);
            var out = socket.getOutputStream();
            out.write((before + "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-").getBytes(StandardCharsets.UTF_8));
            var drops = dripping.scheduleAtFixedRate(() -> {
                try {
                    out.write('a');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }, 1, 2, TimeUnit.SECONDS);

            assertThat(ends(socket)).isTrue();
            drops.cancel(true);
        }
    }

    /** A process of its own: Java's server reads its limits once, and other tests have used it before. */
    public static final class WorkersPort {

        private WorkersPort() {}

        public static void main(String[] args) throws Exception {
            try (var server = StatusServer.start(new ListenAddress("127.0.0.1", 0, "t0ken"), new Pages())) {
                IO.println(server.url());
                new CountDownLatch(1).await();
            }
        }
    }

    private static List<Socket> halves(int port) throws IOException {
        var open = new ArrayList<Socket>();
        for (int n = 0; n < MANY; n++) {
            var socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(90_000);
            var half = n % 4 == 0 ? "" : n % 4 == 1 ? "GET /met" : "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-";
            socket.getOutputStream().write(half.getBytes(StandardCharsets.UTF_8));
            open.add(socket);
        }
        return open;
    }

    /** Whether the other side ends the connection before this one's patience does. */
    private static boolean ends(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Pages with nothing to tell. */
    private static final class Pages implements StatusPages {

        @Override
        public String metrics(String type) {
            return "";
        }

        @Override
        public boolean alive() {
            return true;
        }

        @Override
        public Readiness readiness() {
            return Readiness.lacking();
        }
    }
}
