package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests our AG-UI client against AG-UI's own encoders and request schemas, 1.0 and 0.0.x. */
@Tag("interop")
@ParameterizedClass
@ValueSource(strings = {"/v1", "/v0"})
record AguiEncoderIT(String generation) {

    private static NodeServer server;
    private static Caller caller;

    @BeforeAll
    static void start() throws Exception {
        server = NodePrograms.start("agui-server.mjs");
        caller = new Caller(Map.of());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            caller.close();
            server.close();
        }
    }

    @Test
    void textComesThroughWhole() throws Exception {
        var reply = reply("text");

        assertThat(reply.content().text()).isEqualTo("Hello from the encoder: grüße, 你好, 🎉");
        assertThat(reply.warnings()).isEmpty();
        assertThat(reply.usage()).isEqualTo(generation.equals("/v1") ? new Usage(12, 7) : null);
    }

    @Test
    void toolsResultsAndStateAreSeen() throws Exception {
        var reply = reply("tools");

        assertThat(reply.content().toolCalls()).containsExactly(new ToolCall("c1", "create_expense",
                Json.MAPPER.readTree("{\"type\": \"travel\", \"amount\": 84.5}")));
        assertThat(reply.content().toolResults()).singleElement().satisfies(result -> {
            assertThat(result.name()).isEqualTo("create_expense");
            assertThat(result.content().path("status").stringValue()).isEqualTo("draft");
        });
        assertThat(reply.content().state()).isEqualTo(
                Json.MAPPER.readTree("{\"expense\": {\"status\": \"submitted\", \"amount\": 84.5}}"));
        assertThat(reply.content().text()).isEqualTo("Submitted.");
    }

    @Test
    void chunksAreJoined() throws Exception {
        var reply = reply("chunks");

        assertThat(reply.content().text()).isEqualTo("All in chunks");
        assertThat(reply.content().toolCalls()).extracting(ToolCall::name).containsExactly("get_policy");
        assertThat(reply.content().toolCalls().getFirst().arguments().path("type").stringValue()).isEqualTo("meals");
        assertThat(reply.content().custom()).singleElement()
                .satisfies(event -> assertThat(event.path("name").stringValue()).isEqualTo("progress"));
    }

    @Test
    void reasoningIsNoPartOfTheText() throws Exception {
        assertThat(reply("thoughts").content().text()).isEqualTo("Thought about it.");
    }

    @Test
    void aHistoryOfEveryRoleIsAccepted() throws Exception {
        var call = new ToolCall("c1", "get_policy", Json.MAPPER.readTree("{\"type\": \"meals\"}"));

        var outcome = caller.agui(server.url() + generation, message("system", "Be brief."),
                message("developer", "Be kind."), Message.user("What is the limit?"),
                new Message("assistant", List.of(), List.of(call), null),
                new Message("tool", List.of(new ContentPart.Text("{\"limit\": 75}")), List.of(), "c1"),
                message("assistant", "$75"), Message.user("history"));

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(reply.content().text())
                .isEqualTo("system,developer,user,assistant,tool,assistant,user"));
    }

    @Test
    void aRunErrorIsTheAgents() throws Exception {
        assertThat(call("error")).isInstanceOfSatisfying(AgentFailure.Agent.class,
                failure -> assertThat(failure.text()).contains("the model is out"));
    }

    @Test
    void aStreamWithoutAnEndIsTruncated() throws Exception {
        assertThat(call("cut")).isInstanceOf(AgentFailure.Truncated.class);
    }

    private AgentReply reply(String script) throws InterruptedException {
        var outcome = call(script);
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private AgentOutcome call(String script) throws InterruptedException {
        return caller.agui(server.url() + generation, Message.user(script));
    }

    private static Message message(String role, String text) {
        return new Message(role, List.of(new ContentPart.Text(text)), List.of(), null);
    }
}
