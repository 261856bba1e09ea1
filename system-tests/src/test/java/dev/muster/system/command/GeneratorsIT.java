package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests suites that agents and scripts generate, and reports that an agent writes, as commands, here and on a fleet. */
final class GeneratorsIT {

    private static final List<String> HEARD = new CopyOnWriteArrayList<>();

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static HttpServer server;
    private static EmbeddedDatabase database;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", GeneratorsIT::answer);
        server.start();
        database = EmbeddedDatabase.open(home); // so that it stays between the commands
        var url = "http://127.0.0.1:" + server.getAddress().getPort();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop", description: Sells, tools: [buy] }
                  maker: { protocol: openai, url: "%1$s/maker", headers: { Authorization: "Bearer ${ENV.MAKER_KEY}" } }
                  mute: { protocol: openai, url: "%1$s/mute", helper: true }
                  writer: { protocol: openai, url: "%1$s/writer", helper: true }
                  broken: { protocol: openai, url: "%1$s/broken", helper: true }
                  program: { protocol: command, command: [sh, own.sh], mode: session, env: [MAKER_KEY], helper: true,
                             model: m7, instructions: Be brief }
                  function: { protocol: script, use: "scripts:own.reply", helper: true }
                defaults: { agent: shop }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """.formatted(url));
        Files.writeString(project.resolve("own.sh"), """
                echo $$ > own.pid
                read -r line
                case "$line" in
                *summary*) echo '{"text": "# By a program with '"$MAKER_KEY"'"}' ;;
                *) echo '{"text": "[{\\"id\\": \\"P1\\", \\"input\\": \\"by a program\\", \\"assertions\\": [{\\"type\\": \\"contains\\", \\"value\\": \\"program\\"}]}]"}' ;;
                esac
                echo "$line" > own.json
                read -r wait
                """);
        Files.createDirectories(project.resolve("scripts"));
        Files.writeString(project.resolve("scripts/own.js"), """
                export function reply({ input }) {
                  const asked = JSON.parse(input);
                  return asked.summary ? `# ${asked.summary.total} cases by a function`
                    : [{ id: "F1", input: `for ${asked.target_agent}`, assertions: [{ type: "contains", value: "shop" }] }];
                }
                """);
        var script = Files.createDirectories(project.resolve("scripts/tests")).resolve("make.sh");
        Files.writeString(script, """
                #!/bin/sh
                echo '[{"id": "S1", "input": "from a script", "assertions": [{"type": "contains", "value": "script"}]}]'
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        database.close();
    }

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        var said = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).get("messages");
        var last = said.get(said.size() - 1).get("content").stringValue();
        var who = Path.of(exchange.getRequestURI().getPath()).getName(0).toString();
        HEARD.add(who + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        var body = completion(text(who, last)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders("broken".equals(who) ? 500 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String text(String who, String last) {
        return switch (who) {
            case "maker" -> made(Json.MAPPER.readTree(last));
            case "mute" -> "No.";
            case "writer" ->
                "# " + Json.MAPPER.readTree(last).path("summary").path("total").asInt() + " cases\n\nFine.";
            default -> "You said " + last;
        };
    }

    private static String made(JsonNode document) {
        var cases = new StringBuilder("Here you are:\n```json\n{\"cases\": [\n");
        for (int n = 1; n <= document.path("count").asInt(1); n++) {
            cases.append("{\"id\": \"G").append(n).append("\", \"input\": \"hello ").append(n)
                    .append("\", \"assertions\": [{\"type\": \"contains\", \"value\": \"hello\"}]},\n");
        }
        return cases.append("{\"id\": \"bad\"}]}\n```").toString();
    }

    private static String completion(String text) {
        var message = Json.MAPPER.createObjectNode().put("role", "assistant").put("content", text);
        var choice = Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message);
        return Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode().add(choice)).toString();
    }

    private static Command run(Map<String, String> environment, String... words) {
        var all = new String[words.length + 3];
        all[0] = "run";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--config";
        all[words.length + 2] = project.resolve("muster.yaml").toString();
        return Command.typeHere(home, environment, all);
    }

    private static Command run(String... words) {
        return run(Map.of("MAKER_KEY", "key-of-the-maker", "PATH", System.getenv("PATH")), words);
    }

    @Test
    void agentScriptAndMessageMakeOneSuite() throws Exception {
        var results = project.resolve("results.jsonl");

        var run = run("-i", "agents:maker?count=2&focus=edge-cases", "-i", "scripts:tests.make", "-i", "hello there",
                "-n", "shop", "-o", results.toString());

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("(4 test cases)", "[G1]", "[S1]", "[message-1]", "Passed:  4")
                .contains("warning: agents:maker:6:1: a case needs 'input' or 'messages'")
                .contains("warning: agents:maker:6:1: this case is skipped: {\"id\":\"bad\"}");
        assertThat(Files.readString(results)).contains("\"key\":\"agents:maker#G1\"",
                "\"key\":\"scripts:tests.make#S1\"");
        assertThat(HEARD).contains("maker Bearer key-of-the-maker");
        assertThat(Command.typeHere(home, Map.of(), "report").output()).contains("[G2]",
                "agents:maker?count=2&focus=edge-cases");
    }

    @Test
    void aDryRunGeneratesAndWritesASuiteThatCanBeRun() throws Exception {
        var suite = project.resolve("generated.jsonl");

        var listed = run("-i", "agents:maker?count=2", "--dry-run");
        var written = run("-i", "agents:maker?count=2", "--dry-run", "-o", suite.toString());

        assertThat(listed.code()).as(listed.output()).isZero();
        assertThat(listed.output()).contains("agents:maker:4  [G1]", "2 cases, nothing was run");
        assertThat(written.output()).contains("2 cases written to");
        assertThat(HEARD).containsOnly("maker Bearer key-of-the-maker");
        assertThat(run("-i", suite.toString()).output()).contains("Passed:  2");
    }

    @Test
    void aGeneratorThatGivesNothingIsOneSentence() {
        assertFault(run("-i", "agents:mute"), "-i agents:mute: it answered no JSON, but \"No.\"");
        assertFault(run("-i", "agents:broken"), "-i agents:broken: it gave no cases: agent error: HTTP 500");
        assertFault(run("-i", "agents:nobody"), "-i agents:nobody: unknown agent 'nobody'");
        assertFault(run("-i", "scripts:tests.none"), "-i scripts:tests.none: scripts:tests.none does not exist");
        assertFault(run(Map.of(), "-i", "agents:maker"),
                "-i agents:maker: it gave no cases: the environment variable MAKER_KEY is not set");
    }

    @Test
    @Tag("slow")
    void aReporterWritesTheReportAndItsTroubleChangesNothing() throws Exception {
        var report = project.resolve("report.md");
        var fallback = project.resolve("fallback.md");

        var console = run("-i", "hello", "--reporter", "agents:writer");
        var file = run("-i", "hello", "-r", "writer", "-o", report.toString(), "-o",
                project.resolve("r.jsonl").toString());
        var broken = run("-i", "hello", "-r", "agents:broken", "-o", fallback.toString());
        var unknown = run("-i", "hello", "-r", "agents:writr");

        assertThat(console.code()).isZero();
        assertThat(console.output()).contains("Summary").endsWith("# 1 cases\n\nFine.\n");
        assertThat(file.code()).isZero();
        assertThat(file.output()).doesNotContain("Fine.");
        assertThat(Files.readString(report)).isEqualTo("# 1 cases\n\nFine.\n");
        assertThat(Files.readString(project.resolve("r.jsonl"))).contains("\"status\":\"passed\"");
        assertThat(broken.code()).isZero();
        assertThat(broken.output()).contains("warning: no report by agents:broken: agent error: HTTP 500");
        assertThat(Files.readString(fallback)).contains("No report by agents:broken", "Passed:  1");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.output())
                .contains("--reporter agents:writr: unknown agent 'writr'; did you mean 'writer'?");
    }

    @Test
    @Tag("slow")
    void aProgramAndAFunctionOfTheProjectGenerateAndReport() throws Exception {
        var report = project.resolve("own.md");

        var run = run("-i", "agents:program", "-i", "agents:function", "-r", "agents:function");
        var program = run("-i", "hello", "-r", "agents:program", "-o", report.toString());

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("[P1]", "[F1]", "Passed:  2").endsWith("# 2 cases by a function\n");
        assertThat(Files.readString(report)).as(program.output()).isEqualTo("# By a program with ***\n");
        assertThat(Json.MAPPER.readTree(Files.readString(project.resolve("own.json"))).toString())
                .contains("\"model\":\"m7\"", "\"instructions\":\"Be brief\"");
        ProcessHandle.of(Long.parseLong(Files.readString(project.resolve("own.pid")).strip()))
                .ifPresent(left -> left.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    /** The key of the generating agent is the fleet's: the client has none. */
    @Tag("slow")
    @Test
    void onAFleetTheCoordinatorCallsWhoGeneratesAndReports() throws Exception {
        var up = Command.type(home, Map.of("MAKER_KEY", "key-of-the-fleet"), "up", "--workers", "1", "--detach");
        assertThat(up.code()).as(up.output()).isZero();
        try {
            var url = UpFile.read(new Home(home).upFile()).orElseThrow().coordinator().url();

            var run = run(Map.of(), "--coordinator", url, "-i", "agents:maker?count=3", "-i", "scripts:tests.make",
                    "-r", "agents:writer");
            var dry = run(Map.of(), "--coordinator", url, "-i", "agents:maker", "--dry-run");
            var mute = run(Map.of(), "--coordinator", url, "-i", "agents:mute");

            assertThat(run.code()).as(run.output()).isZero();
            assertThat(run.output()).contains("Passed:  4", "# 4 cases");
            assertThat(dry.output()).contains("1 case, nothing was run");
            assertThat(HEARD).contains("maker Bearer key-of-the-fleet").doesNotContain("maker null");
            assertFault(mute, "-i agents:mute: it answered no JSON");
            assertFault(run(Map.of(), "--coordinator", url, "-i", "agents:program"),
                    "-i agents:program: it gave no cases: agent refused: a fleet's coordinator runs no programs and no "
                            + "functions; generate cases and report with an agent that has an address, or in a local run");
        } finally {
            assertThat(Command.type(home, "down").code()).isZero();
        }
        var gone = run("--coordinator", "http://127.0.0.1:9", "-i", "agents:maker", "--dry-run");
        assertThat(gone.code()).isEqualTo(3);
        assertThat(gone.lines()).singleElement().asString().contains("the coordinator at http://127.0.0.1:9");
    }

    private static void assertFault(Command command, String words) {
        assertThat(command.code()).as(command.output()).isEqualTo(2);
        assertThat(command.lines()).as(command.output()).singleElement().asString().startsWith(words)
                .doesNotContain("Exception");
    }
}
