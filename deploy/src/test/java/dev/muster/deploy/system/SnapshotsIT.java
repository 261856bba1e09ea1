package dev.muster.deploy.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import dev.muster.deploy.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replies that are recorded beside a suite, compared with the next ones, and recorded anew: typed as commands. */
final class SnapshotsIT {

    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private volatile String answer = "Order 17 is placed.";

    @Test
    void repliesAreRecordedComparedAndRecordedAnew() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        Files.writeString(project.resolve("muster.yaml"), "agents: { shop: { protocol: openai, url: \"http://127.0.0.1:"
                + server.getAddress().getPort() + "\" } }\n");
        Files.writeString(project.resolve("s.jsonl"), """
                {"id": "one", "input": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);
        var two = project.resolve("s.jsonl.snapshots/two/turn-2-1.txt");
        try (var stays = EmbeddedDatabase.open(home)) {
            assertThat(stays.pid()).isPositive();

            var nothing = run();
            var recording = run("--update-snapshots");
            var same = run();
            answer = "Order 18 is placed.";
            var other = run();
            Files.createDirectories(project.resolve("s.jsonl.snapshots/gone"));
            Files.writeString(project.resolve("s.jsonl.snapshots/gone/reply-1.txt"), "old");
            var again = run("--update-snapshots");

            assertThat(nothing.code()).isEqualTo(1);
            assertThat(flat(nothing)).contains("none is recorded; run with --update-snapshots to record it");
            assertThat(recording.code()).as(recording.output()).isZero();
            assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before");
            assertThat(Files.readString(project.resolve("s.jsonl.snapshots/one/reply-1.txt")))
                    .isEqualTo("Order [masked] is placed.\n");
            assertThat(same.code()).as(same.output()).isZero();
            assertThat(other.code()).isEqualTo(1);
            assertThat(flat(other)).contains("Passed: 1", "they differ from character 8 on");
            assertThat(again.output()).contains("Snapshots: 1 recorded, 1 as before, 1 stale deleted");
            assertThat(Files.readString(two)).isEqualTo("Order 18 is placed.\n");
            assertThat(project.resolve("s.jsonl.snapshots/gone/reply-1.txt")).doesNotExist();
            Files.writeString(project.resolve("s.jsonl.snapshots/two/turn-1-1.txt"), "old");
            assertThat(run().output()).contains("warning: s.jsonl.snapshots/two/turn-1-1.txt: no case uses this "
                    + "snapshot; --update-snapshots deletes it");
        } finally {
            server.stop(0);
        }
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

    private void answer(HttpExchange exchange) throws IOException {
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
