package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests agents behind HTTP with a session and OAuth, and behind a WebSocket, on a fleet of processes with a real broker.
 * Only the workers have the secrets.
 */
@Tag("slow")
final class LocalAgentsFleetIT {

    private static final String TOKEN = "token-of-the-socket";
    private static final int CASES = 12;

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static SupportServer server;
    private static SupportSocket socket;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = SupportServer.start();
        socket = SupportSocket.start(("Bearer " + TOKEN)::equals);
        var up = Command.type(home, Map.of("BOT_ID", SupportServer.CLIENT, "BOT_SECRET", SupportServer.SECRET,
                "BOT_TOKEN", TOKEN), "up", "--workers", "2", "--slots", "4", "--detach");
        assertThat(up.code()).as(up.output()).isZero();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  session:
                    protocol: http
                    url: %1$s/api/sessions/${session.id}/messages
                    auth:
                      type: oauth2
                      token_url: %1$s/token
                      client_id: "${ENV.BOT_ID}"
                      client_secret: "${ENV.BOT_SECRET}"
                      scope: chat
                    session: { request: { url: "%1$s/api/sessions", body: {} }, id: $.session.key }
                    body: { text: "${input}", cursor: "${carry.cursor}" }
                    response: { stream: sse, text: $.delta.text, done: "[DONE]", carry: { cursor: $.next_cursor } }
                  socket:
                    protocol: http
                    url: %2$s/chat
                    headers: { Authorization: "Bearer ${ENV.BOT_TOKEN}" }
                    body: { text: "${input}" }
                    response: { text: $.delta, done: $.final }
                """.formatted(server.url(), socket.url()));
        Files.write(project.resolve("t.jsonl"),
                IntStream.range(0, CASES).mapToObj(LocalAgentsFleetIT::testCase).toList());
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        try {
            assertThat(Command.type(home, "down").code()).isZero();
        } finally {
            server.close();
            socket.close();
        }
    }

    @Test
    void bothPassWithSecretsThatOnlyTheWorkersHave() throws IOException {
        var coordinator = UpFile.read(new Home(home).upFile()).orElseThrow().coordinator().url();
        var file = project.resolve("results.jsonl");

        var run = Command.typeHere(home, Map.of(), "run", "-i", project.resolve("t.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString(), "--coordinator", coordinator, "-o", file.toString());

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  " + CASES);
        assertThat(server.tokens()).as("one token for each worker that needs one").isBetween(1, 2);
        assertThat(file).content().doesNotContain(SupportServer.CLIENT, SupportServer.SECRET, TOKEN);
    }

    /** Two turns, of which the second is answered rightly only in the same conversation. */
    private static String testCase(int n) {
        var line = Json.MAPPER.createObjectNode().put("id", "case-" + n).put("agent",
                n % 2 == 0 ? "session" : "socket");
        var turns = line.putArray("turns");
        turns.addObject().put("input", "Where is order " + n + "?");
        turns.addObject().put("input", "Which one?").putArray("assertions").addObject().put("type", "equals")
                .put("value", "You wrote [Where is order " + n + "?, Which one?].");
        return line.toString();
    }
}
