package dev.muster.common.agent.aisdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.Framing;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tests the messages and the streams of the Vercel AI SDK, as its versions 5 to 7 send them. */
class UiAnswerTest {

    private static final String FINISH = "{'type':'finish','finishReason':'stop'}";
    private static final String ASKS = "{'type':'tool-approval-request','approvalId':'a1','toolCallId':'c1'}";
    private static final String CALL = "{'type':'tool-input-available','toolCallId':'c1','toolName':'delete_file',"
            + "'input':{'city':'Paris'}}";

    private final List<AgentEvent> heard = new ArrayList<>();

    private AgentOutcome read(AgentRequest request, ObjectNode memory, String... events) throws StreamBroken {
        var answer = new UiAnswer(request, memory, new ReplyAssembler(Ticker.system(), heard::add));
        for (var event : events) {
            if (answer.event(event.replace('\'', '"'), true) == Next.STOP) {
                break;
            }
        }
        return answer.end(End.CLOSED);
    }

    private AgentReply reply(String... events) throws StreamBroken {
        return (AgentReply) read(said(Message.user("Hi")), memory(), events);
    }

    private static ObjectNode memory() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static AgentRequest said(Message... messages) {
        return Requests.with(List.of(messages), Options.NONE);
    }

    private static String delta(String id, String text) {
        return "{'type':'text-delta','id':'" + id + "','delta':'" + text + "'}";
    }

    @Test
    void textReasoningCallsResultsAndUsageAreRead() throws Exception {
        var reply = reply("{'type':'start'}", "{'type':'start-step'}", "{'type':'reasoning-start','id':'r'}",
                "{'type':'reasoning-delta','id':'r','delta':'need tool'}", "{'type':'reasoning-end','id':'r'}", CALL,
                "{'type':'tool-output-available','toolCallId':'c1','output':{'sky':'sunny'}}", "{'type':'finish-step'}",
                "{'type':'start-step'}", "{'type':'text-start','id':'1'}", delta("1", "It is "), delta("1", "sunny."),
                "{'type':'text-end','id':'1'}", "{'type':'finish-step'}",
                "{'type':'finish','finishReason':'stop','messageMetadata':{'totalUsage':{'inputTokens':6,"
                        + "'outputTokens':10}}}",
                "[DONE]");

        assertThat(reply.content().text()).isEqualTo("It is sunny.");
        assertThat(reply.content().toolCalls().getFirst().name()).isEqualTo("delete_file");
        assertThat(reply.content().toolResults().getFirst().content()).hasToString("{\"sky\":\"sunny\"}");
        assertThat(reply.usage()).isEqualTo(new Usage(6, 10));
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.pendingCalls()).isEmpty();
        assertThat(heard).contains(new AgentEvent.Reasoning("need tool"), new AgentEvent.TextDelta("It is "));
    }

    @Test
    void theLinesOfVersion4AreTheSameStream() throws Exception {
        var memory = memory();
        var answer = new UiAnswer(said(Message.user("Hi")), memory, new ReplyAssembler(Ticker.system(), heard::add));

        assertThat(answer.framing("text/plain")).isEqualTo(Framing.LINES);
        for (var line : List.of("f:{'messageId':'m'}", "g:'hm'",
                "9:{'toolCallId':'c1','toolName':'find','args':{'a':1}}",
                "a:{'toolCallId':'c1','result':{'b':2}}", "e:{'finishReason':'tool-calls'}", "f:{}", "0:'It is '",
                "0:'sunny.'", "8:[{'x':1}]", "2:[{'done':50}]", "d:{'finishReason':'stop','usage':{'promptTokens':6,"
                        + "'completionTokens':10}}")) {
            answer.event(line.replace('\'', '"'), true);
        }
        answer.event("0:\"cut", false);
        var reply = (AgentReply) answer.end(End.CLOSED);

        assertThat(reply.content().text()).isEqualTo("It is sunny.");
        assertThat(reply.content().toolCalls().getFirst().arguments()).hasToString("{\"a\":1}");
        assertThat(reply.content().toolResults().getFirst().content()).hasToString("{\"b\":2}");
        assertThat(reply.content().custom()).hasToString("[{\"name\":\"data-message\",\"value\":[{\"done\":50}]}]");
        assertThat(reply.usage()).isEqualTo(new Usage(6, 10));
        assertThat(reply.warnings()).isEmpty();
        assertThat(memory.toString()).doesNotContain("reasoning");
        assertThat(heard).contains(new AgentEvent.Reasoning("hm"), new AgentEvent.TextDelta("It is "));
    }

    @Test
    void aLastLineWithoutItsEndCounts() throws Exception {
        var answer = new UiAnswer(said(Message.user("Hi")), memory(), new ReplyAssembler(Ticker.system(), heard::add));
        answer.framing("text/plain");
        answer.event("0:\"Hello\"", true);
        answer.event("d:{\"finishReason\":\"stop\"}", false);

        assertThat(((AgentReply) answer.end(End.CLOSED)).content().text()).isEqualTo("Hello");
    }

    @Test
    void whatIsNoLineOfVersion4IsRefusedAndItsErrorIsTheAgents() throws Exception {
        for (var wrong : List.of("hello", ":", "", "0:{", "9:[1]")) {
            var answer = new UiAnswer(said(Message.user("Hi")), memory(),
                    new ReplyAssembler(Ticker.system(), heard::add));
            answer.framing("text/plain");

            assertThatThrownBy(() -> answer.event(wrong, true)).as(wrong).isInstanceOf(StreamBroken.class);
        }
        var answer = new UiAnswer(said(Message.user("Hi")), memory(), new ReplyAssembler(Ticker.system(), heard::add));
        answer.framing("text/plain");
        answer.event("3:\"kaboom\"", true);

        assertThat(answer.end(End.CLOSED)).isEqualTo(AgentFailure.Agent.declared("agent error: kaboom"));
    }

    @Test
    void anApprovalWaitsAndItsAnswerGoesBackInTheMessageThatAsked() throws Exception {
        var memory = memory();
        var asked = (AgentReply) read(said(Message.user("delete")), memory, CALL, ASKS,
                "{'type':'finish','finishReason':'tool-calls'}", "[DONE]");

        assertThat(asked.awaiting()).isTrue();
        assertThat(asked.pendingCalls()).isEmpty();
        assertThat(asked.interrupts().getFirst().id()).isEqualTo("a1");

        for (boolean approve : new boolean[]{true, false}) {
            var payload = JsonNodeFactory.instance.objectNode().put("approve", approve).put("reason", "so");
            var messages = new ArrayList<>(List.of(Message.user("delete")));
            messages.addAll(asked.messages());
            var next = Requests.with(messages, Options.NONE).continuing(new Continuation(null,
                    List.of(new Resume("a1", true, payload, false)), null, memory, payload));
            var sent = UiMessages.of(next, memory);

            assertThat(sent).hasSize(2);
            assertThat(tool(sent).path("state").stringValue()).isEqualTo("approval-responded");
            assertThat(tool(sent).path("approval"))
                    .hasToString("{\"id\":\"a1\",\"approved\":" + approve + ",\"reason\":\"so\"}");
            var answer = (AgentReply) read(next, memory.deepCopy(), approve
                    ? "{'type':'tool-output-available','toolCallId':'c1','output':'deleted'}"
                    : "{'type':'tool-output-denied','toolCallId':'c1'}", delta("1", "Done."), FINISH, "[DONE]");
            assertThat(answer.awaiting()).isFalse();
            assertThat(answer.content().text()).isEqualTo("Done.");
            assertThat(answer.content().toolResults().getFirst().error()).isEqualTo(!approve);
            assertThat(answer.content().toolResults().getFirst().name()).isEqualTo("delete_file");
        }
    }

    private static JsonNode tool(JsonNode messages) {
        return messages.path(1).path("parts").path(0);
    }

    @Test
    void anApprovalThatTheRouteAnswersItselfDoesNotWait() throws Exception {
        var reply = reply(CALL, ASKS, "{'type':'tool-approval-response','approvalId':'a1','approved':true}",
                "{'type':'tool-approval-response','approvalId':'none','approved':true}", FINISH, "[DONE]");

        assertThat(reply.awaiting()).isFalse();
    }

    @Test
    void whatAnAnswerKeepsIsBoundedAsAWhole() {
        var many = "[" + "0,".repeat(200_000) + "0]";
        for (var event : List.of("{'type':'data-x','data':" + many + "}", "{'type':'file','x':" + many + "}",
                "{'type':'new','x':" + many + "}", CALL.replace("{'city':'Paris'}", many))) {
            assertThatThrownBy(() -> reply(event, event, event)).as(event.substring(0, 20))
                    .isInstanceOf(StreamBroken.class).hasMessageContaining("500,000 values");
        }
    }

    @Test
    void aWordThatIsNoYesDenies() throws Exception {
        var memory = memory();
        read(said(Message.user("delete")), memory, CALL, ASKS, FINISH, "[DONE]");
        var next = said(Message.user("delete")).continuing(new Continuation(null, List.of(new Resume("a1", true,
                JsonNodeFactory.instance.stringNode("rather not"), false)), null, memory, null));

        assertThat(tool(UiMessages.of(next, memory)).path("approval").path("approved").booleanValue()).isFalse();
    }

    @Test
    void theNextTurnSendsThePartsThatCameAndTheResultOfAnOpenCall() throws Exception {
        var memory = memory();
        var first = (AgentReply) read(said(Message.user("Hi")), memory, "{'type':'start','messageId':'m1'}",
                "{'type':'start-step'}", "{'type':'text-start','id':'1'}", delta("1", "Look"), delta("1", "ing"), CALL,
                "{'type':'finish','finishReason':'tool-calls'}", "[DONE]");
        assertThat(first.pendingCalls()).containsExactly("c1");
        var messages = new ArrayList<>(List.of(Message.user("Hi")));
        messages.addAll(first.messages());
        messages.add(Message.tool("c1", "{\"ok\":true}"));
        messages.add(new Message("user", List.of(new ContentPart.Text("and?"),
                new ContentPart.Media("image", null, "AA==", "image/png", "a.png")), List.of(), null));

        var sent = UiMessages.of(Requests.with(messages, Options.NONE), memory);

        assertThat(sent).hasSize(3);
        assertThat(sent.get(1))
                .hasToString("{\"id\":\"m1\",\"role\":\"assistant\",\"parts\":[{\"type\":\"step-start\"},"
                        + "{\"type\":\"text\",\"text\":\"Looking\"},{\"type\":\"tool-delete_file\",\"toolCallId\":\"c1\","
                        + "\"state\":\"output-available\",\"input\":{\"city\":\"Paris\"},\"output\":{\"ok\":true}}]}");
        assertThat(sent.get(2).path("parts").path(1)).hasToString("{\"type\":\"file\",\"mediaType\":\"image/png\","
                + "\"url\":\"data:image/png;base64,AA==\",\"filename\":\"a.png\"}");
    }

    @Test
    void anErrorInTheStreamIsTheAgentsAndAnAbortToo() throws Exception {
        assertThat(((AgentFailure) read(said(), memory(), "{'type':'error','errorText':'An error occurred.'}"))
                .text()).isEqualTo("agent error: An error occurred.");
        assertThat(((AgentFailure) read(said(), memory(), "{'type':'abort'}")).text()).contains("aborted");
    }

    @Test
    void dataAndWhatItDoesNotKnowIsKept() throws Exception {
        var reply = reply("{'type':'steering-message'}", "{'type':'data-plan','id':'p','data':1}",
                "{'type':'data-plan','id':'p','data':2}", "{'type':'source-url','url':'http://h'}", delta("1", "a"),
                FINISH);

        assertThat(reply.content().custom()).hasToString("[{\"name\":\"data-plan\",\"value\":2}, "
                + "{\"name\":\"steering-message\",\"value\":{\"type\":\"steering-message\"}}]");
        assertThat(reply.warnings()).containsExactly("the stream ended without [DONE]");
    }

    @Test
    void aResetDropsTheStep() throws Exception {
        assertThat(reply("{'type':'start-step'}", CALL, delta("1", "wrong"), "{'type':'reset-step'}",
                delta("1", "right"), FINISH).content().texts()).containsExactly("right");
    }

    @Test
    void aStreamWithoutItsEndIsTruncated() throws Exception {
        assertThat(read(said(), memory(), delta("1", "a"))).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void tenThousandCallsAreReadAndOneMoreIsRefused() {
        var events = IntStream.rangeClosed(0, 10_000).mapToObj(number -> CALL.replace("c1", "c" + number))
                .toArray(String[]::new);

        assertThatThrownBy(() -> read(said(), memory(), events)).isInstanceOf(StreamBroken.class)
                .hasMessageContaining("10,000 tool calls");
    }
}
