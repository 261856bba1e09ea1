package dev.muster.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.fleet.Home;
import dev.muster.common.access.TokenProof;
import dev.muster.coordinator.store.TokenTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpFileTest {

    private static final String TOKEN = "the-token-of-the-fleet";

    @TempDir
    private Path folder;

    private UpFile write(String url, long pid) throws IOException {
        var home = new Home(folder);
        Files.createDirectories(home.upFile().toAbsolutePath().getParent());
        var file = new UpFile(TOKEN, "worker", new UpServer(url, pid), new UpBroker("127.0.0.1:1", 1),
                new UpServer("jdbc:postgresql://127.0.0.1:1/muster", 1), List.of());
        file.write(home.upFile());
        return file;
    }

    @Test
    void aProcessThatHasEndedIsNoCoordinator() throws Exception {
        write("http://127.0.0.1:7777", ProcessHandle.current().pid());
        assertThat(UpFile.ofHome(new Home(folder))).isPresent();

        var ended = new ProcessBuilder("true").start();
        ended.waitFor();
        write("http://127.0.0.1:7777", ended.pid());
        assertThat(UpFile.ofHome(new Home(folder))).isEmpty();
    }

    /** After a crash the process id may be another process's, and the port another user's. */
    @Test
    void whoeverListensAtThePortMustKnowTheToken() throws Exception {
        var heard = new CopyOnWriteArrayList<String>();
        var answer = new AtomicReference<UnaryOperator<String>>(_ -> "{}");
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", call -> {
            heard.add(call.getRequestURI() + " " + call.getRequestHeaders().get("Authorization"));
            var nonce = call.getRequestURI().getQuery().replaceFirst(".*nonce=", "");
            var bytes = answer.get().apply(nonce).getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, bytes.length);
            try (call) {
                call.getResponseBody().write(bytes);
            }
        });
        server.start();
        int port = server.getAddress().getPort();
        try {
            var file = write("http://127.0.0.1:" + port, ProcessHandle.current().pid());

            for (UnaryOperator<String> odd : List.<UnaryOperator<String>>of(_ -> "{}", _ -> "", _ -> "[",
                    nonce -> proof("another token", nonce, port), nonce -> proof(TOKEN, nonce, port + 1),
                    _ -> proof(TOKEN, TokenProof.nonce(), port))) {
                answer.set(odd);
                assertThat(file.troubleOfCoordinator()).get().asString().contains("it does not know the fleet's token");
            }
            answer.set(nonce -> proof(TOKEN, nonce, port));
            assertThat(file.troubleOfCoordinator()).isEmpty();
        } finally {
            server.stop(0);
        }
        assertThat(heard).hasSize(7).allSatisfy(each -> assertThat(each).startsWith("/api/v1/proof?token=")
                .endsWith(" null").doesNotContain(TOKEN, TokenTable.hash(TOKEN)));
        assertThat(write("http://127.0.0.1:" + port, ProcessHandle.current().pid()).troubleOfCoordinator()).get()
                .asString().contains("does not answer");
    }

    private static String proof(String token, String nonce, int port) {
        return "{\"proof\":\"" + TokenProof.of(TokenTable.hash(token), nonce, port) + "\"}";
    }
}
