package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests successive calls to a server that checks its input. */
class AguiConversationTest {

    private static final String STARTED = "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n";
    private static final String FINISHED = "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"run-1\"";

    @Test
    void aFrontendToolIsAnsweredInTheNextCall() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(STARTED + (history(request.body()).size() > 1
                ? said("done")
                : said("let") + """
                        data: {"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"pick","parentMessageId":"m",\
                        "delta":"{}"}

                        """) + FINISHED + "}\n\n")); var calls = new HttpCalls(2, Clock.systemUTC())) {
            var request = to(server, List.of(Message.user("Hello"))).withTools(List.of(new ToolOffer("pick", null,
                    null)));
            AgentReply asking = call(calls, request);
            AgentReply done = call(calls, to(server, answered(request, asking, Message.tool("c", "blue"))));

            assertThat(asking.pendingCalls()).containsExactly("c");
            assertThat(done.content().text()).isEqualTo("done");
            assertThat(done.pendingCalls()).isEmpty();
            assertThat(history(server.received().getLast().body())).isEqualTo(json("""
                    [{"id":"thread-1-0","role":"user","content":"Hello"},
                     {"id":"m","role":"assistant","content":"let","toolCalls":[
                      {"id":"c","type":"function","function":{"name":"pick","arguments":"{}"}}]},
                     {"id":"thread-1-2","role":"tool","content":"blue","toolCallId":"c"}]"""));
        }
    }

    @Test
    void anInterruptedCallIsTakenUpWithItsAnswerAndItsState() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(STARTED + (json(request.body()).has("resume")
                ? "data: {\"type\":\"TOOL_CALL_RESULT\",\"messageId\":\"r\",\"toolCallId\":\"c\",\"content\":\"sent\"}\n\n"
                        + FINISHED + "}\n\n"
                : "data: {\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"step\":1}}\n\n"
                        + "data: {\"type\":\"TOOL_CALL_CHUNK\",\"toolCallId\":\"c\",\"toolCallName\":\"send\"}\n\n"
                        + FINISHED + ",\"outcome\":{\"type\":\"interrupt\",\"interrupts\":[{\"id\":\"i\","
                        + "\"reason\":\"tool_call\",\"toolCallId\":\"c\"}]}}\n\n")));
                var calls = new HttpCalls(2, Clock.systemUTC())) {
            AgentRequest request = to(server, List.of(Message.user("Hello")));
            AgentReply asking = call(calls, request);
            AgentReply done = call(calls,
                    Requests.resuming(
                            Requests.withState(to(server, answered(request, asking)), asking.content().state()),
                            List.of(asking.interrupts().getFirst().resolved(json("true")))));

            assertThat(asking.pendingCalls()).isEmpty();
            assertThat(done.messages()).extracting("toolCallId").containsExactly("c");
            JsonNode body = json(server.received().getLast().body());
            assertThat(body.get("resume")).isEqualTo(json(
                    "[{\"interruptId\":\"i\",\"status\":\"resolved\",\"payload\":true}]"));
            assertThat(body.get("state")).isEqualTo(json("{\"step\":1}"));
        }
    }

    private static AgentRequest to(ScriptedServer server, List<Message> history) {
        AgentRequest plain = Requests.with(history, Options.NONE);
        return new AgentRequest(Requests.to(server.url()).endpoint(), plain.conversationId(), plain.runId(), plain
                .messages(), plain.options(), plain.bounds());
    }

    private static List<Message> answered(AgentRequest request, AgentReply reply, Message... answers) {
        var history = new ArrayList<>(request.messages());
        history.addAll(reply.messages());
        history.addAll(List.of(answers));
        return history;
    }

    private static AgentReply call(HttpCalls calls, AgentRequest request) throws InterruptedException {
        var protocol = new AguiProtocol(calls, Ticker.system(), Clock.systemUTC());
        return (AgentReply) protocol.call(request, Requests.in(Duration.ofSeconds(20)), event -> {});
    }

    private static String said(String text) {
        return "data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m\",\"delta\":\"" + text + "\"}\n\n";
    }

    private static JsonNode history(String body) {
        return json(body).path("messages");
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
