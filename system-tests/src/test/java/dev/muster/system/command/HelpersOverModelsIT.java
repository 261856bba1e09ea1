package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages and Responses play every part beside the agent under test: simulator, validator, rubric's judge, generator. */
final class HelpersOverModelsIT {

    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private HttpServer server;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/messages", exchange -> answer(exchange,
                "{\"type\":\"message\",\"stop_reason\":\"end_turn\",\"content\":[{\"type\":\"text\",\"text\":%s}]}"));
        server.createContext("/v1/responses", exchange -> answer(exchange,
                "{\"id\":\"r\",\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":"
                        + "[{\"type\":\"output_text\",\"text\":%s}]}]}"));
        server.createContext("/v1/shop", exchange -> send(exchange, exchange.getRequestBody().readAllBytes()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange, String form) throws IOException {
        var asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var part = part(asked);
        heard.add(part + " " + exchange.getRequestURI().getPath());
        var said = switch (part) {
            case "generator" ->
                "{\"cases\": [{\"id\": \"made\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\","
                        + " \"value\": \"hello\"}]}]}";
            case "simulator" -> asked.contains("what about 4711") ? "{\"input\": \"\", \"goal_achieved\": true}"
                    : "{\"input\": \"what about 4711\"}";
            default -> "{\"passed\": true, \"score\": 0.9, \"reason\": \"it is kind\"}";
        };
        send(exchange, form.formatted(Json.MAPPER.writeValueAsString(said)).getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String part(String asked) {
        return Stream.of("generator", "simulator", "validator").filter(each -> asked.contains("\\\"" + each + "\\\""))
                .findFirst().orElse("rubric");
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"claude,replies", "replies,claude"})
    void theyPlayASimulatorAndAJudge(String simulator, String judge) throws Exception {
        write();
        Files.writeString(project.resolve("t.yaml"), """
                id: talk
                type: multi_turn
                input: hello
                awaiting: { pattern: "." }
                simulator: { use: "agents:%s", metadata: { persona: a customer, goal: find the order } }
                final_assertions:
                  - { type: contains, value: "4711" }
                  - { type: agent, use: "agents:%s", value: it is kind }
                  - { type: rubric, criteria: it is kind, judge: "agents:%s" }
                """.formatted(simulator, judge, judge));

        var run = run("t.yaml");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  1");
        assertThat(heard).contains("simulator " + path(simulator), "validator " + path(judge), "rubric " + path(judge));
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"claude", "replies"})
    void theyGenerateCases(String generator) throws Exception {
        write();

        var run = run("agents:" + generator);

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  1");
        assertThat(heard).containsExactly("generator " + path(generator));
    }

    private Command run(String input) {
        return Command.typeHere(home, Map.of(), "run", "--config", project.resolve("muster.yaml").toString(), "-n",
                "shop",
                "-i", input.startsWith("agents:") ? input : project.resolve(input).toString());
    }

    private static String path(String agent) {
        return agent.equals("claude") ? "/v1/messages" : "/v1/responses";
    }

    private void write() throws IOException {
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: http, url: "%1$s/shop", body: { said: "${input}" }, response: { text: $.said } }
                  claude: { protocol: anthropic, url: "%1$s", model: m, helper: true }
                  replies: { protocol: openai, api: responses, url: "%1$s", model: m, helper: true }
                """.formatted(url));
    }
}
