package dev.muster.common.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.status.StatusPages.Readiness;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class StatusServerTest {

    @Test
    void figuresWantTheTokenAndHealthDoesNot() throws Exception {
        try (var server = StatusServer.start(new ListenAddress("127.0.0.1", 0, "t0ken"),
                new Pages(Readiness.lacking()))) {
            assertThat(get(server, "/metrics", "").statusCode()).isEqualTo(401);
            assertThat(get(server, "/metrics", "Bearer t0ken").body()).isEqualTo("muster_x 1\n");
            assertThat(get(server, "/health", "").body()).isEqualTo("{\"alive\":true}");
            assertThat(get(server, "/ready", "").statusCode()).isEqualTo(200);
            assertThat(get(server, "/api/v1/runs", "Bearer t0ken").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void itsDoorIsThatOfACoordinator() throws Exception {
        try (var server = StatusServer.start(new ListenAddress("127.0.0.1", 0, "t0ken"),
                new Pages(Readiness.lacking()))) {
            var token = "Authorization: Bearer t0ken\r\n";
            assertThat(raw(server, "Host: evil.example\r\nOrigin: null\r\n")).isEqualTo(421);
            assertThat(raw(server, "Host: localhost.evil.example\r\n" + token)).isEqualTo(421);
            assertThat(raw(server, "Host: localhost\r\nOrigin: null\r\n")).isEqualTo(403);
            assertThat(raw(server, "Host: localhost\r\nOrigin: http://evil.example\r\n" + token)).isEqualTo(403);
            assertThat(raw(server, "Host: localhost\r\n")).isEqualTo(401);
            assertThat(raw(server, "Host: [::1]:9464\r\n" + token)).isEqualTo(200);
        }
    }

    private static int raw(StatusServer server, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
            socket.getOutputStream().write(("GET /metrics HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    @Test
    void whatIsNotReadySaysWhatItLacks() throws Exception {
        var lacking = Readiness.lacking(null, "a lease", null);
        try (var server = StatusServer.start(new ListenAddress("127.0.0.1", 0, null), new Pages(lacking))) {
            var answer = get(server, "/ready", "");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("\"ready\":false").contains("\"lacks\":[\"a lease\"]");
        }
    }

    @Test
    void aTakenPortIsToldInASentence() throws Exception {
        var pages = new Pages(Readiness.lacking());
        try (var first = StatusServer.start(new ListenAddress("127.0.0.1", 0, null), pages)) {
            int port = URI.create(first.url()).getPort();

            assertThatThrownBy(() -> StatusServer.start(new ListenAddress("127.0.0.1", port, null), pages))
                    .isInstanceOf(IOException.class).hasMessage("port " + port
                            + " on 127.0.0.1 is in use or not permitted; choose another with --metrics-port");
        }
    }

    @Test
    void anAnswerIsKeptForAMoment() {
        var now = new AtomicLong();
        var asked = new AtomicInteger();
        var lately = new Memoized<>(asked::incrementAndGet, Duration.ofSeconds(1), now::get);

        lately.get();
        now.set(Duration.ofSeconds(1).toNanos());

        assertThat(lately.get()).isEqualTo(1);
        now.incrementAndGet();
        assertThat(lately.get()).isEqualTo(2);
    }

    private static HttpResponse<String> get(StatusServer server, String path, String token) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(server.url() + path));
            return http.send((token.isEmpty() ? request : request.header("Authorization", token)).build(),
                    BodyHandlers.ofString());
        }
    }

    private record Pages(Readiness readiness) implements StatusPages {

        @Override
        public String metrics(String type) {
            return "muster_x 1\n";
        }

        @Override
        public boolean alive() {
            return true;
        }
    }
}
