package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.FreePort;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.Test;

class HealthCommandTest {

    @Test
    void tellsWhatThePageSays() throws Exception {
        assertThat(asked(200, "ready")).isEqualTo(List.of("0", "ready\n"));
        assertThat(asked(503, "standby: another coordinator leads"))
                .isEqualTo(List.of("1", "standby: another coordinator leads\n"));
    }

    @Test
    void aPageThatWritesToTheTerminalIsShownHarmlessly() throws Exception {
        assertThat(asked(200, "\u001b]0;mine\u0007" + "x".repeat(10_000)).getLast()).doesNotContain("\u001b", "\u0007")
                .hasSizeLessThan(2_000);
    }

    @Test
    void nobodyThereIsNotWell() {
        assertThat(type("http://127.0.0.1:" + FreePort.any() + "/ready")).first().isEqualTo("1");
        assertThat(type("localhost")).isEqualTo(List.of("2",
                "muster: muster health needs the URL of /health or /ready, such as http://127.0.0.1:7070/ready\n"));
    }

    private static List<String> asked(int status, String text) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            return type("http://127.0.0.1:" + server.getAddress().getPort() + "/ready");
        } finally {
            server.stop(0);
        }
    }

    private static List<String> type(String url) {
        var output = new ByteArrayOutputStream();
        var print = new PrintStream(output, true, StandardCharsets.UTF_8);
        int code = Main.run(new Shell(Path.of("").toAbsolutePath(), Map.of(), print, print, Optional::empty,
                InputStream.nullInputStream()), "health", url);
        return List.of(String.valueOf(code), output.toString(StandardCharsets.UTF_8));
    }
}
