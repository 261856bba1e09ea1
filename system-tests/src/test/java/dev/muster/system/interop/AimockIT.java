package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests our clients against aimock, a mock of model endpoints and agents from another project. */
@Tag("interop")
class AimockIT {

    private static NodeServer server;
    private static Caller caller;

    @BeforeAll
    static void start() throws Exception {
        server = NodePrograms.start("aimock-server.mjs");
        caller = new Caller(Map.of("Authorization", "Bearer interop"));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            caller.close();
            server.close();
        }
    }

    @Test
    void aCompletionIsReadWithItsUsage() throws Exception {
        var reply = reply(openai("hello"));

        assertThat(reply.content().text()).isEqualTo("Hello from aimock, grüße 🎉");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.usage()).isEqualTo(new Usage(2, 7));
        assertThat(reply.warnings()).isEmpty();
    }

    @Test
    void aToolCallIsPutTogether() throws Exception {
        var reply = reply(openai("weather"));

        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("get_weather");
            assertThat(call.arguments()).isEqualTo(Json.MAPPER.readTree("{\"city\": \"Oslo\"}"));
        });
        assertThat(reply.finish()).isEqualTo("tool_calls");
        assertThat(reply.content().text()).isEmpty();
    }

    @Test
    void reasoningIsNoPartOfTheText() throws Exception {
        assertThat(reply(openai("think")).content().text()).isEqualTo("42");
    }

    @Test
    void aBusyEndpointSaysWhenToComeBack() throws Exception {
        assertThat(openai("busy")).isInstanceOfSatisfying(AgentFailure.Busy.class, busy -> {
            assertThat(busy.status()).isEqualTo(429);
            assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void aServerErrorIsTheAgents() throws Exception {
        assertThat(openai("break")).isInstanceOfSatisfying(AgentFailure.Agent.class,
                failure -> assertThat(failure.text()).contains("500", "the model is out"));
    }

    @Test
    void aWrongKeyIsARefusal() throws Exception {
        try (var stranger = new Caller(Map.of("Authorization", "Bearer wrong"))) {
            assertThat(stranger.openai(server.url() + "/v1", Message.user("hello")))
                    .isInstanceOfSatisfying(AgentFailure.Refused.class,
                            refused -> assertThat(refused.status()).isEqualTo(401));
        }
    }

    @Test
    void anAnthropicMessageIsRead() throws Exception {
        var reply = reply(anthropic("hello"));

        assertThat(reply.content().text()).isEqualTo("Hello from aimock, grüße 🎉");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply(anthropic("think")).content().text()).isEqualTo("42");
    }

    @Test
    void anAnthropicToolCallIsPutTogetherAndItsResultGoesBack() throws Exception {
        var reply = reply(anthropic("weather"));

        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("get_weather");
            assertThat(call.arguments()).isEqualTo(Json.MAPPER.readTree("{\"city\": \"Oslo\"}"));
        });
        var history = new ArrayList<>(List.of(Message.user("weather")));
        history.addAll(reply.messages());
        history.add(Message.tool(reply.content().toolCalls().getFirst().id(), "rain"));
        history.add(Message.user("hello"));
        assertThat(reply(caller.anthropic(server.url(), history.toArray(Message[]::new))).content().text())
                .startsWith("Hello");
    }

    @Test
    void whatAnAnthropicEndpointRefusesIsAFailure() throws Exception {
        assertThat(anthropic("busy")).isInstanceOf(AgentFailure.Busy.class);
        assertThat(anthropic("break")).isInstanceOfSatisfying(AgentFailure.Agent.class,
                failure -> assertThat(failure.text()).contains("500", "the model is out"));
    }

    /** It answers with its own run ids, not with the one it was sent. */
    @Test
    void anAguiRunWithItsOwnIdsIsRead() throws Exception {
        assertThat(reply(agui("hello")).content().text()).isEqualTo("Hello from aimock");
        assertThat(reply(agui("chunk")).content().text()).isEqualTo("All in one chunk");
    }

    @Test
    void anAguiRunWithToolsAndStateIsRead() throws Exception {
        var reply = reply(agui("expense"));

        assertThat(reply.content().toolCalls()).extracting(ToolCall::name).containsExactly("create_expense");
        assertThat(reply.content().toolResults()).hasSize(1);
        assertThat(reply.content().state()).isEqualTo(Json.MAPPER.readTree("{\"expense\": {\"status\": \"draft\"}}"));
        assertThat(reply.content().text()).isEqualTo("Drafted.");
    }

    @Test
    void anAguiRunOfReasoningAloneSaysNothing() throws Exception {
        assertThat(reply(agui("think")).content().text()).isEmpty();
    }

    @Test
    void anAguiRunThatFailsIsTheAgentsError() throws Exception {
        assertThat(agui("fail")).isInstanceOfSatisfying(AgentFailure.Agent.class,
                failure -> assertThat(failure.text()).contains("aimock was told to fail"));
    }

    private AgentOutcome openai(String text) throws InterruptedException {
        return caller.openai(server.url() + "/v1", Message.user(text));
    }

    private AgentOutcome anthropic(String text) throws InterruptedException {
        return caller.anthropic(server.url(), Message.user(text));
    }

    private AgentOutcome agui(String text) throws InterruptedException {
        return caller.agui(server.url() + "/agui", Message.user(text));
    }

    private static AgentReply reply(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }
}
