package dev.muster.coordinator.server.helper;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.config.AgentBehavior;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.common.message.Target;
import dev.muster.common.target.Environment;
import dev.muster.common.target.HelperDocument;
import dev.muster.common.target.Protocols;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.HelperRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CalledAgentsTest {

    private final HttpCalls calls = new HttpCalls(2, Clock.systemUTC());
    private final List<JsonNode> heard = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private int status = 200;
    private String says = "";
    private boolean silent;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            heard.add(Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
            awaitEndIfSilent();
            var body = answer(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private byte[] answer(String authorization) {
        var message = Json.MAPPER.createObjectNode().put("role", "assistant")
                .put("content", says.replace("TOKEN", authorization));
        var choice = Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message);
        var body = status == 200
                ? Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode().add(choice))
                : Json.MAPPER.createObjectNode().put("error", "bad token " + authorization);
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void awaitEndIfSilent() {
        try {
            if (silent) {
                over.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        calls.close();
    }

    private HelperReply ask(Map<String, String> environment, Duration timeout) throws InterruptedException {
        var ticker = Ticker.system();
        var protocols = new Protocols(protocol -> new OpenAiProtocol(calls, ticker));
        var agent = new AgentConfig(
                new AgentEndpoint(Protocol.OPENAI, "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
                        Map.of("Authorization", "Bearer ${ENV.GEN_TOKEN}"), null, "m", null, true),
                new AgentConfig.Prompt("Make {{count}} cases for {{target_agent}}", null, List.of()), true,
                AgentConfig.Limits.NONE, AgentBehavior.USUAL);
        var document = HelperDocument.of("generator", "agents:g", "s").put("target_agent", "shop").put("count", 3);
        return new CalledAgents(protocols, new Environment(environment), ticker, Pause.system(), new Random(1), null)
                .ask(new HelperQuestion(HelperRole.GENERATOR, new Target("g", agent, null, null), document, timeout,
                        new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1))));
    }

    private HelperReply ask() throws InterruptedException {
        return ask(Map.of("GEN_TOKEN", "open-sesame"), Duration.ofSeconds(20));
    }

    @Test
    void anAgentHearsTheDocumentWithItsInstructionsFilledIn() throws InterruptedException {
        says = "<think>three, then</think>[1, 2, 3]";

        var reply = ask();

        assertThat(reply).isEqualTo(new HelperReply.Text("[1, 2, 3]"));
        var messages = heard.getFirst().get("messages");
        assertThat(messages.get(0).get("content").stringValue()).isEqualTo("Make 3 cases for shop");
        assertThat(Json.MAPPER.readTree(messages.get(1).get("content").stringValue()).toString())
                .isEqualTo("{\"test_mode\":\"generator\",\"test_id\":\"agents:g\",\"session_id\":\"s\","
                        + "\"target_agent\":\"shop\",\"count\":3}");
    }

    @Test
    void secretsOfThisProcessDoNotLeaveIt() throws InterruptedException {
        says = "your token is TOKEN";
        assertThat(ask()).isEqualTo(new HelperReply.Text("your token is Bearer ***"));

        status = 400;
        assertThat(ask()).isInstanceOfSatisfying(HelperReply.Failed.class,
                failed -> assertThat(failed.why()).startsWith("agent error: ").doesNotContain("open-sesame"));
    }

    @Test
    void aVariableThatIsNotSetHereIsSaidBeforeAnythingIsCalled() throws InterruptedException {
        assertThat(ask(Map.of(), Duration.ofSeconds(20))).isEqualTo(new HelperReply.Failed(
                "the environment variable GEN_TOKEN is not set where g is called from, or not offered there to "
                        + "suites (--env)"));
        assertThat(heard).isEmpty();
    }

    @Test
    void anAgentThatIsSilentIsLeftWhenItsTimeIsOver() throws InterruptedException {
        silent = true;

        assertThat(ask(Map.of("GEN_TOKEN", "open-sesame"), Duration.ofMillis(200)))
                .isEqualTo(new HelperReply.Failed("no answer within 200ms"));
    }

    @Test
    void anAgentThatIsNotThereIsSaidToBeUnreachable() throws InterruptedException {
        server.stop(0);

        assertThat(ask()).isInstanceOfSatisfying(HelperReply.Failed.class,
                failed -> assertThat(failed.why()).startsWith("agent unreachable: "));
    }
}
