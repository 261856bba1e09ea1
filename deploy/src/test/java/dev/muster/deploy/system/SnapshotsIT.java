package dev.muster.deploy.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import dev.muster.deploy.embedded.EmbeddedDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests replies that are recorded beside a suite, compared with later ones, and recorded again, as commands. */
final class SnapshotsIT {

    @TempDir
    private static Path home;

    private static volatile String answer = "";

    private static HttpServer server;
    private static EmbeddedDatabase database;

    @TempDir
    private Path project;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", SnapshotsIT::answer);
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
        answer = "Order 17 is placed.";
        write("muster.yaml", "agents: { shop: { protocol: openai, url: \"http://127.0.0.1:"
                + server.getAddress().getPort() + "\" } }\n");
        write("s.jsonl", """
                {"id": "one", "input": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);
    }

    @Test
    void repliesAreRecordedComparedAndRecordedAnew() throws IOException {
        var nothing = run();
        var recording = run("--update-snapshots");
        var same = run();
        answer = "Order 18 is placed.";
        var other = run();
        var again = run("--update-snapshots");

        assertThat(nothing.code()).isEqualTo(1);
        assertThat(flat(nothing)).contains("none is recorded; run with --update-snapshots to record it");
        assertThat(recording.code()).as(recording.output()).isZero();
        assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before");
        assertThat(snapshot("one/reply-1.txt")).hasContent("Order [masked] is placed.\n");
        assertThat(same.code()).as(same.output()).isZero();
        assertThat(other.code()).isEqualTo(1);
        assertThat(flat(other)).contains("Passed: 1", "they differ from character 8 on");
        assertThat(other.output()).contains(" - Order 17 is placed.\n", " + Order 18 is placed.\n");
        assertThat(again.output()).contains("Snapshots: 1 recorded, 1 as before");
        assertThat(snapshot("two/turn-2-1.txt")).hasContent("Order 18 is placed.\n");
    }

    @Test
    void whatNoCaseUsesIsToldAndDeletedAndNotesAreNot() throws IOException {
        write("s.jsonl.snapshots/two/turn-1-1.txt", "old\n");
        write("s.jsonl.snapshots/two/README.md", "recorded on Mondays\n");

        var told = run();
        var recording = run("--update-snapshots");

        assertThat(told.output()).contains("warning: s.jsonl.snapshots/two/turn-1-1.txt: no case uses this snapshot; "
                + "--update-snapshots deletes it").doesNotContain("README");
        assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before, 1 stale deleted");
        assertThat(snapshot("two/turn-1-1.txt")).doesNotExist();
        assertThat(snapshot("two/README.md")).hasContent("recorded on Mondays\n");
    }

    @Test
    void snapshotsOfACaseThatCouldNotBeReadAreKept() throws IOException {
        run("--update-snapshots");
        write("s.jsonl", """
                {"id": "one", "inptu": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);

        var told = run("--keep-going");
        var recording = run("--keep-going", "--update-snapshots");

        assertThat(told.output()).doesNotContain("no case uses");
        assertThat(recording.output()).contains("Snapshots: 0 recorded, 1 as before").doesNotContain("deleted");
        assertThat(snapshot("one/reply-1.txt")).exists();
    }

    private void write(String name, String text) throws IOException {
        var file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Path snapshot(String name) {
        return project.resolve("s.jsonl.snapshots").resolve(name);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("\\s+", " ");
    }

    private Command run(String... flags) {
        var words = new String[flags.length + 5];
        System.arraycopy(new String[]{"run", "-i", project.resolve("s.jsonl").toString(), "--config",
            project.resolve("muster.yaml").toString()}, 0, words, 0, 5);
        System.arraycopy(flags, 0, words, 5, flags.length);
        return Command.typeHere(home, Map.of(), words);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var message = Json.MAPPER.createObjectNode().put("role", "assistant").put("content", answer);
        var choice = Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message);
        var bytes = Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode().add(choice)).toString()
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
