package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a project may do on the machine of who runs it, as commands: programs, variables, addresses, files. */
final class TrustIT {

    private static final String PATH = String.valueOf(System.getenv("PATH"));

    @TempDir
    private static Path home;

    private static HttpServer server;
    private static EmbeddedDatabase database;
    private static final List<String> CALLED = new CopyOnWriteArrayList<>();

    @TempDir
    private Path project;

    @TempDir
    private Path config;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext("/", TrustIT::answer);
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
        CALLED.clear();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  elsewhere: { protocol: openai, url: "%2$s/elsewhere" }
                  socket: { protocol: http, url: "ws://127.0.0.2:%3$d/socket", body: { t: "${input}" }, response: { stream: websocket, text: $.t, done: $.d } }
                  token: { protocol: http, url: "%1$s/x", auth: { type: oauth2, token_url: "%2$s/token", client_id: a, client_secret: b }, body: { t: "${input}" }, response: { text: $.t } }
                  session: { protocol: http, url: "%1$s/${session.id}", session: { request: { url: "%2$s/session" }, id: $.id }, body: { t: "${input}" }, response: { text: $.t } }
                  claude: { protocol: anthropic, url: "%2$s/claude", model: m }
                  replies: { protocol: openai, api: responses, url: "%2$s/replies", model: m }
                  peer: { protocol: a2a, url: "%2$s/peer" }
                  led: { protocol: a2a, url: "%1$s/led" }
                  ui: { protocol: http, preset: ai-sdk, url: "%2$s/ui" }
                  program: { protocol: command, command: ["sh", "-c", "echo x > ran; echo '{\\"text\\": \\"ok\\"}'"] }
                connectors:
                  judge: { url: "%2$s/judge", model: m }
                databases:
                  crm: { url: "jdbc:postgresql://127.0.0.2:%3$d/crm", user: u, password: p }
                defaults: { agent: shop }
                retry: { max_attempts: 3, initial_delay: 1ms, max_wait: 1s }
                """.formatted(at("127.0.0.1"), at("127.0.0.2"), server.getAddress().getPort()));
    }

    private static String at(String address) {
        return "http://" + address + ":" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        CALLED.add(exchange.getLocalAddress().getAddress().getHostAddress() + exchange.getRequestURI().getPath());
        if (exchange.getRequestURI().getPath().startsWith("/led")) {
            var card = ("{\"capabilities\":{},\"supportedInterfaces\":[{\"url\":\"" + at("127.0.0.2")
                    + "/rpc\",\"protocolBinding\":\"JSONRPC\",\"protocolVersion\":\"1.0\"}]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, card.length);
            exchange.getResponseBody().write(card);
            exchange.close();
            return;
        }
        var said = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).path("messages").path(0)
                .path("content")
                .asString("ok");
        var body = ("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":"
                + Json.MAPPER.writeValueAsString(said) + "},\"finish_reason\":\"stop\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Command run(Map<String, String> environment, String suite, String... options) throws IOException {
        Files.writeString(project.resolve("t.jsonl"), suite);
        var words = new ArrayList<>(List.of("run", "-i", project.resolve("t.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString()));
        words.addAll(List.of(options));
        var all = new HashMap<>(Map.of("PATH", PATH, "XDG_CONFIG_HOME", config.toString()));
        all.putAll(environment);
        return Command.typeHere(home, all, words.toArray(String[]::new));
    }

    private static String hook(String script) {
        return "{\"id\": \"h\", \"input\": \"hi\", \"hooks\": [{\"cmd\": [\"sh\", \"-c\", \"" + script
                + "; echo '{}'\"]}]}";
    }

    /** Attack 98. */
    @Test
    void aHookOfALocalRunSeesTheShellsVariablesWithoutMusters() throws IOException {
        var run = run(Map.of("MUSTER_TOKEN", "token-token", "MUSTER_DATABASE_PASSWORD", "password-1", "SHOP", "north"),
                hook("env > seen"));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(Files.readString(project.resolve("seen"))).contains("SHOP=north").doesNotContain("MUSTER_");
    }

    /** Attack 99. */
    @ParameterizedTest
    @ValueSource(strings = {"hook", "agent", "script", "generator"})
    void whereCommandsAreForbiddenNothingRuns(String what) throws IOException {
        var script = Files.createDirectories(project.resolve("scripts/ran")).resolve("it.sh");
        Files.writeString(script, "#!/bin/sh\necho x > ran; echo '[{\"id\": \"g\", \"input\": \"hi\"}]'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        var suite = switch (what) {
            case "hook" -> hook("echo x > ran");
            case "agent" -> "{\"id\": \"a\", \"agent\": \"program\", \"input\": \"hi\"}";
            case "script" -> "{\"id\": \"s\", \"input\": \"hi\", \"assertions\": [{\"type\": \"script\", \"use\": "
                    + "\"scripts:ran.it\"}]}";
            default -> "{\"id\": \"a\", \"input\": \"hi\"}";
        };
        var generator = what.equals("generator") ? new String[]{"-i", "scripts:ran.it"} : new String[0];
        assertThat(run(Map.of(), suite, generator).output()).doesNotContain("no-commands");
        assertThat(project.resolve("ran")).as("allowed, it runs").exists();

        for (var own : List.of(false, true)) {
            Files.delete(project.resolve("ran"));
            CALLED.clear();
            if (own) {
                Files.writeString(Files.createDirectories(config.resolve("muster")).resolve("config.yaml"),
                        "commands: false\n");
            }
            var run = run(Map.of(), suite, Stream.concat(Stream.of(generator),
                    own ? Stream.of() : Stream.of("--no-commands")).toArray(String[]::new));

            assertThat(run.code()).as(run.output()).isEqualTo(2);
            assertThat(run.output()).contains("--no-commands");
            assertThat(CALLED).isEmpty();
            assertThat(project.resolve("ran")).doesNotExist();
            Files.writeString(project.resolve("ran"), "");
        }
        Files.writeString(project.resolve("muster.yaml"), "commands: true\n", StandardOpenOption.APPEND);
        assertThat(run(Map.of(), suite, generator).output()).contains("unknown key 'commands'");
    }

    /** Attack 100. */
    @Test
    void aSandboxLetsNothingOut() throws Exception {
        Files.writeString(home.resolve("planted"), "planted-in-home");
        Files.writeString(project.resolve("look.sh"), """
                cat %1$s/planted > /tmp/said 2>&1
                (echo x > %2$s/written) >> /tmp/said 2>&1
                (exec 3<>/dev/tcp/127.0.0.1/%3$d) >> /tmp/said 2>&1 && echo connected >> /tmp/said
                echo scratch >> /tmp/said
                printf '{"SAID": "%%s"}' "$(tr -c 'a-zA-Z0-9. -' ' ' < /tmp/said)"
                """.formatted(home, project, server.getAddress().getPort()));
        var suite = "{\"id\": \"h\", \"input\": \"hi ${SAID}\", \"hooks\": [{\"cmd\": [\"bash\", \"look.sh\"]}]}";

        var run = run(Map.of(), suite, "--sandbox-commands", "-v", "-o", project.resolve("r.jsonl").toString());

        if (run.output().contains("--sandbox-commands needs bubblewrap")) {
            assertThat(run.code()).as("without a sandbox nothing runs").isEqualTo(2);
            assertThat(project.resolve("written")).doesNotExist();
            return;
        }
        assertThat(run.code()).as(run.output()).isZero();
        var said = Files.readString(project.resolve("r.jsonl"));
        assertThat(said).contains("scratch", "Read-only file system").doesNotContain("planted-in-home", "connected");
        assertThat(project.resolve("written")).doesNotExist();
        assertThat(project.resolve("said")).doesNotExist();
        assertThat(CALLED).containsExactly("127.0.0.1/shop/chat/completions");
    }

    @Test
    void withoutBubblewrapASandboxIsRefused() throws IOException {
        var run = run(Map.of("PATH", config.toString()), hook("echo x > ran"), "--sandbox-commands");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.output())
                .contains("muster: --sandbox-commands needs bubblewrap, and there is no bwrap on the PATH");
        assertThat(project.resolve("ran")).doesNotExist();
    }

    /** Attack 102: every address that a suite or its configuration names, by what leads there. */
    private static final Map<String, String> LEADING_ELSEWHERE = Map.ofEntries(
            agent("target", "elsewhere"), agent("WebSocket", "socket"), agent("token", "token"),
            agent("session", "session"), agent("Messages", "claude"), agent("Responses", "replies"),
            agent("card", "peer"), agent("where a card leads", "led"), agent("AI SDK", "ui"),
            Map.entry("judge over Messages", """
                    "assertions": [{"type": "rubric", "criteria": "brief", "judge": "agents:claude"}]"""),
            Map.entry("simulator over Responses", simulator("agents:replies")),
            Map.entry("simulator", simulator("agents:elsewhere")),
            Map.entry("judge", """
                    "assertions": [{"type": "agent", "use": "agents:elsewhere", "value": "brief"}]"""),
            Map.entry("model", """
                    "assertions": [{"type": "oracle", "oracle": "llm-judge",
                     "config": {"model": "judge", "criteria": ["kind"]}}]"""),
            Map.entry("database", """
                    "assertions": [{"type": "oracle", "oracle": "sql-validate",
                     "expected": {"sqlValidations": [{"sql": "select 1"}]}}]"""));

    private static Map.Entry<String, String> agent(String what, String agent) {
        return Map.entry(what, "\"agent\": \"" + agent + "\"");
    }

    private static String simulator(String use) {
        return """
                "simulator": {"use": "%s"},
                 "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "never"}}]""".formatted(use);
    }

    @TestFactory
    Stream<DynamicTest> addressesThatAreNotAllowedAreNotCalled() throws IOException {
        var suite = LEADING_ELSEWHERE.entrySet().stream().map(each -> """
                {"id": "%s", "input": "hi", %s}""".formatted(each.getKey(), each.getValue().replace("\n", "")))
                .collect(Collectors.joining("\n"));

        var run = run(Map.of(), suite, "--allow-hosts", "127.0.0.1", "-o", project.resolve("r.jsonl").toString());

        assertThat(run.code()).as(run.output()).isNotZero();
        assertThat(CALLED).noneMatch(call -> call.startsWith("127.0.0.2"));
        var results = Files.readAllLines(project.resolve("r.jsonl"));
        return LEADING_ELSEWHERE.keySet().stream().map(what -> DynamicTest.dynamicTest(what,
                () -> assertThat(results.stream().filter(each -> each.contains("\"id\":\"" + what + "\"")))
                        .singleElement()
                        .asString()
                        .contains("127.0.0.2 is not among the allowed hosts (127.0.0.1); allow it with --allow-hosts "
                                + "127.0.0.2")
                        .contains("\"status\":\"error\",\"cause\":\"infrastructure\"", "\"attempt\":1")
                        .doesNotContain("\"attempt\":2")));
    }

    @Test
    void generatorsAndReportersAreCalledAtAllowedAddressesOnly() throws IOException {
        var generated = run(Map.of(), "{\"id\": \"a\", \"input\": \"hi\"}", "-i", "agents:elsewhere", "--allow-hosts",
                "127.0.0.1");
        var reported = run(Map.of(), "{\"id\": \"a\", \"input\": \"hi\"}", "-r", "agents:elsewhere", "--allow-hosts",
                "127.0.0.1");
        var probed = Command.typeHere(home, Map.of("XDG_CONFIG_HOME", config.toString()), "probe", "elsewhere", "hi",
                "--config", project.resolve("muster.yaml").toString(), "--allow-hosts", "127.0.0.1");

        for (var command : List.of(generated, reported, probed)) {
            assertThat(command.output()).contains("127.0.0.2 is not among the allowed hosts");
        }
        assertThat(CALLED).noneMatch(call -> call.startsWith("127.0.0.2"));
    }

    /** Attack 29: what is too short to be masked is told. */
    @Test
    void aShortSecretIsAWarning() throws IOException {
        Files.writeString(project.resolve("muster.yaml"), Files.readString(project.resolve("muster.yaml")).replace(
                "/shop\" }", "/shop\", headers: { X-Key: \"${ENV.SHOP_KEY}\", X-Place: \"${ENV.PLACE}\" } }"));

        var run = run(Map.of("SHOP_KEY", "abc", "PLACE", "here"), "{\"id\": \"a\", \"input\": \"hi\"}");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("warning: the value of SHOP_KEY has fewer than 8 characters")
                .doesNotContain("PLACE");
    }

    /** Attack 8. */
    @Test
    void validateShowsSigns() throws IOException {
        Files.writeString(project.resolve("t.jsonl"),
                "{\"id\": \"a\", \"\\u001b[2J\\n::error::forged\": 1, \"input\": \"hi\"}");

        var validated = Command.typeHere(home, Map.of("XDG_CONFIG_HOME", config.toString()), "validate",
                project.resolve("t.jsonl").toString(), "--config", project.resolve("muster.yaml").toString());

        assertThat(validated.code()).isEqualTo(2);
        assertThat(validated.output()).contains("␛[2J").doesNotContain("\u001b");
        assertThat(validated.output().lines()).noneMatch(line -> line.startsWith("::"));
    }

    /** Attacks 43 and 96: with a real other user, where this process may be one. */
    @Test
    void anotherUserReadsNothingOfTheHome(@TempDir Path folder) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var open = Files.createDirectory(folder.resolve("home"));
        var foreign = Files.writeString(folder.resolve("foreign"), "");
        Files.createSymbolicLink(open.resolve("bundles"), foreign);
        var logs = Files.createDirectory(open.resolve("logs"));
        var theirs = Files.writeString(open.resolve("mine.txt"), "");
        for (var each : List.of(open, foreign, logs, theirs)) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
        }

        new Home(open).make();

        assertThat(mode(open)).isEqualTo("rwx------");
        assertThat(mode(logs)).isEqualTo("rwx------");
        assertThat(List.of(mode(foreign), mode(theirs))).containsOnly("rwxrwxrwx");
        assertThat(mode(home.resolve("postgresql-18"))).as("of this build's own runs").isEqualTo("rwx------");
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        var listed = new ProcessBuilder("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "ls",
                open.toString()).redirectErrorStream(true).start();
        assertThat(new String(listed.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("Permission denied");
        assertThat(listed.waitFor()).isNotZero();
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
