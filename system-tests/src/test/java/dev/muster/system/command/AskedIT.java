package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.block.DetailFrame;
import dev.muster.common.json.Json;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests what results and reports show of what an agent was sent, and what a project keeps of it. */
final class AskedIT {

    private static final String CARD = "4111-1111-1111-1111";

    @TempDir
    private static Path home;

    private static HttpServer server;
    private static EmbeddedDatabase database;

    @TempDir
    private Path project;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", AskedIT::answer);
        server.start();
        database = EmbeddedDatabase.open(home); // so that it stays between the commands
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        database.close();
    }

    @BeforeEach
    void makeProject() throws IOException {
        config("");
        write("s.jsonl", """
                {"id": "plain", "input": "Where is order 17?", "assertions": [{"type": "contains", "value": "way"}]}
                {"id": "filled", "input": "Is it sunny in ${ENV.CITY}?", "variables": true}
                {"id": "history", "input": [{"role": "system", "content": "Answer in French."}, \
                {"role": "user", "content": "Hello?"}, {"role": "assistant", "content": "Bonjour!"}, \
                {"role": "user", "content": [{"type": "text", "text": "What is this?"}, \
                {"type": "image", "url": "data:image/png;base64,iVBORw0KGgo="}]}]}
                {"id": "wrong", "input": "Give me my money back", "assertions": [{"type": "contains", "value": "sure"}]}
                {"id": "turns", "turns": [{"input": "First of all"}, {"input": "And then"}]}
                """);
    }

    @Test
    void everyModeShowsWhatItsAgentWasSentLiveAndLater() throws Exception {
        var told = run("-v", "-o", project.resolve("live.json").toString());
        var run = run(told);
        report(run, "-o", project.resolve("later.json").toString());

        var live = results("live.json");
        assertThat(live.path("plain").path("input").asString()).isEqualTo("Where is order 17?");
        assertThat(live.path("plain").has("messages")).isFalse();
        assertThat(live.path("filled").path("input").asString()).isEqualTo("Is it sunny in Paris?");
        assertThat(live.path("history").path("input").asString()).isEqualTo("What is this?\n[image: image/png]");
        assertThat(live.path("history").path("messages").valueStream().map(each -> each.path("role").asString()))
                .containsExactly("system", "user", "assistant", "user");
        assertThat(live.path("turns").path("turns").valueStream().map(turn -> turn.path("input").asString()))
                .containsExactly("First of all", "And then");
        assertThat(results("later.json")).isEqualTo(live);
        assertThat(told.output()).contains("Instructions of shop: You sell shoes.", "User: \"Where is order 17?\"",
                "System: \"Answer in French.\"", "Assistant: \"Bonjour!\"");
    }

    @Test
    void onlyWhatDiffersFromTheDefinitionIsStoredWithTheResult() throws Exception {
        var run = run(run());

        assertThat(stored(run, "plain")).contains("\"sent\":{\"written\":true}").doesNotContain("Where is order");
        assertThat(stored(run, "history")).contains("\"sent\":{\"written\":true}").doesNotContain("Bonjour");
        assertThat(stored(run, "filled")).contains("Is it sunny in Paris?");
        assertThat(stored(run, "turns")).doesNotContain("\"sent\"");
    }

    @Test
    void aFailureShowsItsPromptEverywhere() throws Exception {
        var told = run("-o", project.resolve("r.xml").toString(), "-o", project.resolve("r.md").toString(), "-o",
                project.resolve("r.jsonl").toString());

        assertThat(told.code()).isEqualTo(1);
        assertThat(told.output()).contains("  User: \"Give me my money back\"").doesNotContain("Where is order 17?");
        assertThat(Files.readString(project.resolve("r.xml"))).containsPattern(
                "(?s)<failure.*</failure>\n<system-out>The agent was sent:\nuser: Give me my money back\n</system-out>")
                .doesNotContain("Where is order 17?");
        assertThat(Files.readString(project.resolve("r.md")))
                .contains("<details><summary>Last messages</summary><pre>User: "
                        + "Give me my money back&#10;Agent: It is on its way.</pre></details>");
        assertThat(Files.readString(project.resolve("r.jsonl"))).contains("\"input\":\"Give me my money back\"");
    }

    @Test
    void whatAProjectRedactsIsNowhere() throws Exception {
        config("redact: ['\\d{4}-\\d{4}-\\d{4}-\\d{4}', 'shoes']\n");
        write("s.jsonl", """
                {"id": "paid", "input": "Charge %s, please", "assertions": [{"type": "contains", "value": "%s"}]}
                {"id": "turns", "turns": [{"input": "It is %s"}]}
                """.formatted(CARD, "refunded to " + CARD, CARD));

        var told = run("-v", "-o", project.resolve("r.json").toString(), "-o", project.resolve("r.html").toString(),
                "-o",
                project.resolve("r.xml").toString(), "-o", project.resolve("r.md").toString());

        assertThat(told.output()).contains("User: \"Charge ***, please\"", "Agent: \"Heard: Charge ***, please\"",
                "You sell ***.").doesNotContain(CARD);
        assertThat(results("r.json").path("paid").path("input").asString()).isEqualTo("Charge ***, please");
        for (var file : List.of("r.json", "r.html", "r.xml", "r.md")) {
            assertThat(Files.readString(project.resolve(file))).as(file).doesNotContain(CARD);
        }
        assertThat(stored(run(told), "paid")).contains("Charge ***, please").doesNotContain(CARD);
        assertThat(stored(run(told), "turns")).doesNotContain(CARD);
    }

    @Test
    void patternsAreCheckedWhereTheyStand() throws Exception {
        config("redact:\n  - '(?=x)'\n  - 'a*'\n  - 17\nstore: { replies: some }\n");

        var told = run();

        assertThat(told.code()).isEqualTo(2);
        assertThat(told.lines())
                .anyMatch(line -> line.contains("muster.yaml:3:5: redact: the pattern \"(?=x)\" is not an RE2"))
                .anyMatch(line -> line.contains("muster.yaml:4:5: redact: the pattern \"a*\" matches the empty text"))
                .anyMatch(line -> line.contains("muster.yaml:5:5: a pattern in 'redact' must be a text, not a number"))
                .anyMatch(line -> line.contains("muster.yaml:6:")
                        && line.contains("'replies' is all, not_passed or none"));
    }

    @Test
    void repliesAreJudgedAndThenOnlyKeptWhereAProjectWantsThem() throws Exception {
        config("store: { replies: not_passed }\n");
        var some = run(run());
        config("store: { replies: none }\n");
        var none = run(run("-o", project.resolve("r.json").toString()));
        var recording = run("--update-snapshots");
        var replay = report(none, "--replay");

        assertThat(stored(some, "plain")).contains("\"passed\":true").doesNotContain("on its way");
        assertThat(stored(some, "wrong")).contains("\"response\":\"It is on its way.\"");
        assertThat(stored(none, "wrong")).doesNotContain("\"response\"").contains("expected the reply to contain");
        assertThat(results("r.json").path("plain").path("status").asString()).isEqualTo("passed");
        assertThat(results("r.json").path("turns").path("turns").path(0).has("output")).isFalse();
        assertThat(recording.code()).isEqualTo(2);
        assertThat(recording.output()).contains("--update-snapshots records replies, and muster.yaml keeps none");
        assertThat(replay.output()).contains("kept no replies (store: { replies: none }");
    }

    private void config(String more) throws IOException {
        write("muster.yaml",
                "agents: { shop: { protocol: openai, instructions: You sell shoes., url: \"http://127.0.0.1:"
                        + server.getAddress().getPort() + "\" } }\n" + more);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private Command run(String... flags) {
        return type(Stream.concat(Stream.of("run", "-i", project.resolve("s.jsonl").toString()), Stream.of(flags)));
    }

    private Command report(String run, String... flags) {
        return type(Stream.concat(Stream.of("report", run), Stream.of(flags)));
    }

    private Command type(Stream<String> words) {
        var all = words.toList();
        var more = "run".equals(all.getFirst()) ? List.of("--config", project.resolve("muster.yaml").toString())
                : List.<String>of();
        return Command.typeHere(home, Map.of("CITY", "Paris"),
                Stream.concat(all.stream(), more.stream()).toArray(String[]::new));
    }

    /** Returns the id of the run that a command told about. */
    private static String run(Command command) {
        return command.output().replaceAll("(?s).*ℹ Run: (\\S+).*", "$1");
    }

    private JsonNode results(String file) throws IOException {
        var byId = Json.MAPPER.createObjectNode();
        Json.MAPPER.readTree(Files.readString(project.resolve(file))).path("results")
                .forEach(each -> byId.set(each.path("id").asString(), each));
        return byId;
    }

    private static String stored(String run, String id) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.prepareStatement("""
                        SELECT substr(frames, block_offset + 1, block_length) FROM results
                        JOIN detail_blocks USING (run_day, run_id, block) JOIN case_definitions USING (run_id, number)
                        WHERE run_id = ? AND id = ?
                        """)) {
            statement.setString(1, run);
            statement.setString(2, id);
            try (var rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return new String(new DetailFrame(rows.getBytes(1)).json(), StandardCharsets.UTF_8);
            }
        }
    }

    /** Repeats a card's number, and says the same to everything else. */
    private static void answer(HttpExchange exchange) throws IOException {
        var messages = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).path("messages");
        var last = messages.path(messages.size() - 1).path("content");
        var reply = last.toString().contains(CARD) ? "Heard: " + last.asString() : "It is on its way.";
        var message = Json.MAPPER.createObjectNode().put("role", "assistant").put("content", reply);
        var body = Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode()
                .add(Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message)));
        var bytes = Json.MAPPER.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
