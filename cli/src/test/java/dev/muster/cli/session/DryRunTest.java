package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@code --dry-run} reads and writes, but calls no agent and runs nothing. */
class DryRunTest {

    @TempDir
    private Path project;

    @Test
    void noAgentIsCalled() throws IOException {
        // Given
        var calls = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.close();
        });
        server.start();
        configure("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        var out = project.resolve("out.jsonl");

        // When
        int code = dryRun("-o", out.toString());
        server.stop(0);

        // Then
        assertThat(code).isZero();
        assertThat(calls).hasValue(0);
        assertThat(Files.readString(out)).contains("\"id\":\"checkout\"");
        assertThat(project.resolve("ran")).doesNotExist();
    }

    @Test
    void aFaultyConfigurationIsToldAndNoHookRuns() throws IOException {
        configure("no address");

        assertThat(dryRun()).isEqualTo(Exit.BAD_INPUT);
        assertThat(project.resolve("ran")).doesNotExist();
    }

    private void configure(String endpoint) throws IOException {
        Files.writeString(project.resolve("aguitest.config.yaml"), "target: {endpoint: '" + endpoint + "'}\n");
        Files.writeString(project.resolve("checkout.yaml"), """
                name: checkout
                hooks:
                  - cmd: [touch, %s]
                turns:
                  - user: Check out
                """.formatted(project.resolve("ran")));
    }

    private int dryRun(String... more) {
        var line = new String[6 + more.length];
        System.arraycopy(new String[]{"run", "--dry-run", "-i", project.resolve("checkout.yaml").toString(),
            "--config", project.resolve("aguitest.config.yaml").toString()}, 0, line, 0, 6);
        System.arraycopy(more, 0, line, 6, more.length);
        return Main.run(line);
    }
}
