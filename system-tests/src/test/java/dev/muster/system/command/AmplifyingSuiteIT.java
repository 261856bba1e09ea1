package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.up.Up;
import dev.muster.common.json.Json;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs a suite that makes gigabytes of an answer of a megabyte, beside cases that must not notice. */
@Tag("slow")
final class AmplifyingSuiteIT {

    private static final int HEALTHY = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private static Path folder;

    private static HttpServer agent;

    @BeforeAll
    static void write() throws IOException {
        agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agent.createContext("/", AmplifyingSuiteIT::answer);
        agent.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        agent.start();
        Files.writeString(folder.resolve("muster.yaml"),
                "agents: { large: { protocol: openai, model: m, url: \"http://127.0.0.1:"
                        + agent.getAddress().getPort() + "/v1/chat/completions\" } }\n");
        var turn = "{\"input\":\"go\",\"capture\":{\"x\":\"$.content\"}}";
        var cases = new ArrayList<String>();
        cases.add("{\"id\":\"one-text\",\"type\":\"scripted\",\"turns\":[" + turn + ",{\"input\":\""
                + "${captured.x}".repeat(3_000) + "\"}]}");
        cases.add("{\"id\":\"many-turns\",\"type\":\"scripted\",\"turns\":[" + turn
                + ",{\"input\":\"go ${captured.x}\"}".repeat(3_000) + "]}");
        cases.add(
                "{\"id\":\"checks\",\"type\":\"scripted\",\"turns\":[" + turn + ",{\"input\":\"hello\",\"assertions\":["
                        + "{\"type\":\"contains\",\"value\":\"a ${captured.x} ${captured.x}\"},".repeat(500)
                        + "{\"type\":\"contains\",\"value\":\"hello\"}]}]}");
        IntStream.range(0, HEALTHY).forEach(n -> cases.add("{\"id\":\"h" + n
                + "\",\"input\":\"hello\",\"assertions\":[{\"type\":\"contains\",\"value\":\"hello\"}]}"));
        Files.write(folder.resolve("t.jsonl"), cases);
    }

    @AfterAll
    static void stop() {
        agent.stop(0);
    }

    @Test
    void locallyItEndsAsErrorsInASmallHeap() throws Exception {
        var home = folder.resolve("home-local");

        run(home, "local.jsonl", List.of(), Map.of());

        assertOnlyTheLargeOnesErr("local.jsonl");
    }

    @Test
    void aFleetOfTwoLosesNoWorker() throws Exception {
        var home = folder.resolve("home-up");
        try (var up = Up.start(new Up.Plan(new Home(home), Main.class, 2, 16, 0))) {
            var workers = up.file().workers();
            run(home, "up.jsonl", List.of("--coordinator", up.file().coordinator().url()),
                    Map.of("MUSTER_TOKEN", up.file().token()));

            assertOnlyTheLargeOnesErr("up.jsonl");
            assertThat(up.file().workers()).as("none was started again").isEqualTo(workers)
                    .allMatch(worker -> ProcessHandle.of(worker.pid()).isPresent());
        }
    }

    private static void run(Path home, String results, List<String> options, Map<String, String> environment)
            throws Exception {
        var arguments = Stream.concat(Stream.of("run", "--config", folder.resolve("muster.yaml").toString(), "-i",
                folder.resolve("t.jsonl").toString(), "-o", folder.resolve(results).toString()), options.stream())
                .toArray(String[]::new);
        var builder = new ProcessBuilder(Launch.of(Main.class, arguments).withJvmOptions("-Xmx700m").command())
                .redirectErrorStream(true).redirectOutput(folder.resolve(results + ".log").toFile());
        builder.environment().put("MUSTER_HOME", home.toString());
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE)).as("ends in time").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(folder.resolve(results)).as(Files.readString(folder.resolve(results + ".log"))).exists();
    }

    private static void assertOnlyTheLargeOnesErr(String results) throws IOException {
        var verdicts = new HashMap<String, JsonNode>();
        for (var line : Files.readAllLines(folder.resolve(results))) {
            var result = Json.MAPPER.readTree(line);
            verdicts.put(result.path("id").asString(""), result);
        }
        assertThat(verdicts).hasSize(HEALTHY + 3);
        verdicts.forEach(
                (id, result) -> assertThat(result.path("status").asString("")).as(id + " " + result.path("error"))
                        .isEqualTo(id.startsWith("h") ? "passed" : "error"));
        assertThat(verdicts).extractingByKey("one-text").asString().contains("8 million");
        assertThat(verdicts).extractingByKey("many-turns").asString().contains("32 million");
        assertThat(verdicts).extractingByKey("checks").asString().contains("32 million");
    }

    private static void answer(HttpExchange call) throws IOException {
        try (call) {
            var asked = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var said = asked.contains("\"go") ? "x".repeat(1 << 20) : "hello";
            var answer = ("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + said
                    + "\"},\"finish_reason\":\"stop\"}]}").getBytes(StandardCharsets.UTF_8);
            call.getResponseHeaders().add("Content-Type", "application/json");
            call.sendResponseHeaders(200, answer.length);
            call.getResponseBody().write(answer);
        }
    }
}
