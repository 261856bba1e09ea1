package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a fetched token and a session's id, which no configuration names, are in nothing that a run leaves. */
final class LearnedSecretsIT {

    @TempDir
    private static Path home;

    @TempDir
    private Path project;

    private final Haystack haystack = new Haystack();
    private SupportServer server;

    @BeforeEach
    void write() throws IOException {
        server = SupportServer.start();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  support:
                    protocol: http
                    url: URL/api/sessions/${session.id}/messages
                    auth: { type: oauth2, token_url: URL/token, client_id: "${ENV.BOT_ID}",
                            client_secret: "${ENV.BOT_SECRET}", scope: chat }
                    session: { request: { url: URL/api/sessions, body: {} }, id: $.session.key }
                    body: { text: "${input}", cursor: "${carry.cursor}" }
                    response: { text: $.delta.text, error: $.error.message, done: "[DONE]",
                                carry: { cursor: $.next_cursor } }
                """.replace("URL", server.url()));
        Files.writeString(project.resolve("suite.yaml"), """
                - { id: repeats, input: Repeat it, assertions: [{ type: contains, value: You wrote }] }
                - { id: misses, input: Repeat it, assertions: [{ type: equals, value: nothing }] }
                - { id: fails, input: Fail }
                - id: later
                  turns: [{ input: Hello }, { input: Repeat it }, { input: Fail }]
                """);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aRunLeavesNoneOfThem() throws Exception {
        var run = muster("run", "-i", file("suite.yaml"), "--config", file("muster.yaml"), "--verbose", "-o",
                file("results.json"), "-o", file("report.html"), "-o", file("junit.xml"));

        haystack.add("console", run.output());
        haystack.addFiles(project);
        try (var database = EmbeddedDatabase.open(home)) {
            haystack.addTables(database);
        }
        assertThat(Files.readString(project.resolve("results.json"))).contains("You wrote [Repeat it].*** Bearer ***",
                "agent error: *** Bearer *** expired (POST " + server.url() + "/api/sessions/***/messages)");
        assertNoneIsLeft(4);
    }

    @Test
    void aProbeShowsNoneOfThem() {
        haystack.add("probe", muster("probe", "support", "Repeat it", "--config", file("muster.yaml")).output());

        assertThat(haystack.has("*** Bearer ***")).isTrue();
        assertNoneIsLeft(1);
    }

    private void assertNoneIsLeft(int sessions) {
        assertThat(server.usedSessions()).hasSize(sessions);
        var needles = new HashMap<>(Map.of("token", SupportServer.TOKEN));
        server.usedSessions().forEach(session -> needles.put("session " + session, session));
        assertThat(haystack.finds(needles)).isEmpty();
    }

    private String file(String name) {
        return project.resolve(name).toString();
    }

    private static Command muster(String... words) {
        return Command.typeHere(home, Map.of("BOT_ID", SupportServer.CLIENT, "BOT_SECRET", SupportServer.SECRET),
                words);
    }
}
