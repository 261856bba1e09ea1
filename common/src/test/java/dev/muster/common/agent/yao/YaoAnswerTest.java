package dev.muster.common.agent.yao;

import static dev.muster.common.agent.yao.Chunks.END;
import static dev.muster.common.agent.yao.Chunks.START;
import static dev.muster.common.agent.yao.Chunks.delta;
import static dev.muster.common.agent.yao.Chunks.ended;
import static dev.muster.common.agent.yao.Chunks.event;
import static dev.muster.common.agent.yao.Chunks.piece;
import static dev.muster.common.agent.yao.Chunks.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.StreamBroken;
import org.junit.jupiter.api.Test;

class YaoAnswerTest {

    private final Chunks chunks = new Chunks();

    @Test
    void textComesInPiecesOfOneMessage() throws Exception {
        AgentReply reply = chunks.reply(START, event("message_start", "{\"message_id\":\"M1\",\"type\":\"text\"}"),
                piece("text", "M1", "Hel"), piece("text", "M1", "lo"), ended("M1", "text"), END);

        assertThat(reply.content().text()).isEqualTo("Hello");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.awaiting()).isFalse();
        assertThat(reply.warnings()).isEmpty();
        assertThat(reply.usage()).isNull();
        assertThat(chunks.heard).containsExactly(new AgentEvent.TextDelta("Hel"), new AgentEvent.TextDelta("lo"));
    }

    @Test
    void textInOnePieceIsText() throws Exception {
        assertThat(chunks.reply(whole("text", "M1", "{\"content\":\"Hello\"}"), END).content().text())
                .isEqualTo("Hello");
        assertThat(chunks.heard).containsExactly(new AgentEvent.TextDelta("Hello"));
    }

    @Test
    void theReplyIsTheLastMessageThatHasText() throws Exception {
        assertThat(chunks.reply(piece("text", "M1", "Let me look."), piece("thinking", "M2", "hm"), piece("text", "M3",
                "Found"), piece("text", "M1", " Wait."), piece("text", "M3", " it."),
                whole("text", "M4",
                        "{\"content\":\" \"}"),
                END).content().text()).isEqualTo("Found it.");
    }

    @Test
    void aReplacedTextIsTheReply() throws Exception {
        assertThat(chunks.reply(piece("text", "M1", "One moment"), delta("text", "M1", "replace", "",
                "{\"content\":\"Done\"}"), delta("text", "M1", "append", "content", "{\"content\":\".\"}"), END)
                .content().text())
                .isEqualTo("Done.");
    }

    @Test
    void piecesThatNameNoMessageGoTogether() throws Exception {
        assertThat(chunks.reply("{\"type\":\"text\",\"delta\":true,\"props\":{\"content\":\"a\"}}",
                "{\"type\":\"text\",\"delta\":true,\"props\":{\"content\":\"b\"}}", END).content().text())
                .isEqualTo("ab");
        assertThat(chunks.reply("{\"type\":\"text\",\"props\":{\"content\":\"a\"}}",
                "{\"type\":\"text\",\"props\":{\"content\":\"b\"}}", END).content().text()).isEqualTo("b");
    }

    @Test
    void thinkingIsHeardAndIsNotTheAnswer() throws Exception {
        assertThat(chunks.reply(piece("thinking", "M1", "hm"), piece("text", "M2", "a"), END).content().text())
                .isEqualTo("a");
        assertThat(chunks.heard).containsExactly(new AgentEvent.Reasoning("hm"), new AgentEvent.TextDelta("a"));
    }

    @Test
    void aToolCallIsMergedThenAppendedToAndToldAtItsEnd() throws Exception {
        AgentReply reply = chunks.reply(START, delta("tool_call", "M1", "merge", "",
                "{\"id\":\"c1\",\"name\":\"find\",\"arguments\":\"\"}"), arguments("M1", "{\\\"q\\\""),
                arguments("M1",
                        ":1}"),
                ended("M1", "tool_call"), piece("text", "M2", "Found"), END);

        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("c1");
            assertThat(call.name()).isEqualTo("find");
            assertThat(call.arguments()).hasToString("{\"q\":1}");
        });
        assertThat(reply.content().toolResults()).isEmpty();
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(chunks.heard).containsExactly(new AgentEvent.ToolCalled(reply.content().toolCalls().getFirst()),
                new AgentEvent.TextDelta("Found"));
    }

    @Test
    void theFirstPieceOfArgumentsMayBringIdAndNameAlong() throws Exception {
        AgentReply reply = chunks.reply(delta("tool_call", "M1", "append", "arguments",
                "{\"id\":\"c1\",\"type\":\"function\",\"index\":0,\"name\":\"find\",\"arguments\":\"\"}"),
                delta(
                        "tool_call", "M1", "append", "arguments",
                        "{\"id\":\"\",\"index\":0,\"name\":\"find\",\"arguments\":\"{}\"}"),
                END);

        assertThat(reply.content().toolCalls()).extracting(call -> call.id() + call.name() + call.arguments())
                .containsExactly(
                        "c1find{}");
        assertThat(reply.warnings()).isEmpty();
    }

    @Test
    void callsThatOverlapAreKeptApartAndInTheOrderOfTheirStart() throws Exception {
        assertThat(chunks.reply(called("M1", "c1", "a"), called("M2", "c2", "b"), arguments("M2", "{\\\"y\\\":2}"),
                arguments("M1", "{\\\"x\\\":1}"), ended("M2", "tool_call"), ended("M1", "tool_call"), END).content()
                .toolCalls())
                .extracting(call -> call.id() + call.name() + call.arguments()).containsExactly("c1a{\"x\":1}",
                        "c2b{\"y\":2}");
        assertThat(chunks.heard).extracting(event -> ((AgentEvent.ToolCalled) event).call().id()).containsExactly("c2",
                "c1");
    }

    @Test
    void severalCallsInOneMessageAreJoinedByIndex() throws Exception {
        AgentReply reply = chunks.reply(delta("tool_call", "M1", "merge", "",
                """
                        {"calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{"}},
                                  {"index":1,"id":"c2","function":{"name":"b","arguments":"{}"}}]}"""),
                delta(
                        "tool_call", "M1", "merge", "",
                        "{\"calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]}"),
                ended("M1", "tool_call"), END);

        assertThat(reply.content().toolCalls()).extracting(call -> call.id() + call.name() + call.arguments())
                .containsExactly(
                        "c1a{}", "c2b{}");
        assertThat(chunks.heard).hasSize(2);
    }

    @Test
    void aCallInOnePieceMayHaveItsArgumentsAsAnObject() throws Exception {
        AgentReply reply = chunks.reply(whole("tool_call", "M1",
                "{\"id\":\"c\",\"name\":\"f\",\"arguments\":{\"x\":[1]}}"), END);

        assertThat(reply.content().toolCalls().getFirst().arguments()).hasToString("{\"x\":[1]}");
        assertThat(reply.finish()).as("nothing was said after it").isEqualTo("tool_calls");
    }

    @Test
    void callsAreTheAgentsOwnAndStayOutOfTheHistory() throws Exception {
        AgentReply reply = chunks.reply(piece("text", "M1", "Let me look."), called("M2", "c1", "find"), piece("text",
                "M3", "Found it."), END);

        assertThat(reply.pendingCalls()).isEmpty();
        assertThat(reply.content().texts()).containsExactly("Let me look.", "Found it.");
        assertThat(reply.messages()).singleElement().satisfies(message -> {
            assertThat(message.role()).isEqualTo("assistant");
            assertThat(message.text()).isEqualTo("Let me look.\nFound it.");
            assertThat(message.toolCalls()).isEmpty();
        });
        assertThat(chunks.reply(END).messages()).isEmpty();
    }

    @Test
    void aCallHasTheTimesOfItsChunksAndItsEnd() throws Exception {
        chunks.millisPerEvent(10);

        AgentReply reply = chunks.reply(START, called("M1", "c1", "a"), arguments("M1", "{}"), ended("M1", "tool_call"),
                called("M2", "c2", "b"), piece("text", "M3", "So."), END);

        assertThat(reply.timeline().calls()).containsExactly(new CallTime("c1", 20, 40, -1), new CallTime("c2", 50, 70,
                -1));
        assertThat(reply.timeline().durationMs()).isEqualTo(70);
    }

    @Test
    void argumentsThatAreNoJsonAreText() throws Exception {
        assertThat(chunks.reply(called("M1", "c", "f"), arguments("M1", "oops"), END).content().toolCalls().getFirst()
                .arguments().stringValue()).isEqualTo("oops");
    }

    @Test
    void whatTheEventsSayOfACallStandsInForWhatItsChunksDoNot() throws Exception {
        assertThat(chunks.reply(event("message_start",
                "{\"message_id\":\"M1\",\"type\":\"tool_call\",\"tool_call\":{\"id\":\"c\",\"name\":\"f\"}}"),
                arguments("M1", "{}"), END).content().toolCalls()).extracting(call -> call.id() + call.name())
                .containsExactly(
                        "cf");
        assertThat(chunks.reply(delta("tool_call", "M1", "merge", "", "{\"name\":\"f\"}"), END).content().toolCalls())
                .extracting(call -> call.id() + call.name() + call.arguments()).containsExactly("M1f{}");
    }

    @Test
    void usageAndStatusComeWithStreamEnd() throws Exception {
        AgentReply reply = chunks.reply(piece("text", "M1", "a"), event("stream_end",
                "{\"status\":\"completed\",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}}"));

        assertThat(reply.usage()).isEqualTo(new Usage(3, 4));
        assertThat(chunks.reply(event("stream_end", "{\"status\":\"cancelled\"}"))).satisfies(cancelled -> {
            assertThat(cancelled.finish()).isEqualTo("cancelled");
            assertThat(cancelled.warnings()).containsExactly("the agent canceled the run");
        });
    }

    @Test
    void actionsAndMediaAreCustomEvents() throws Exception {
        AgentReply reply = chunks.reply(whole("action", "M1", "{\"name\":\"navigate\",\"payload\":{\"to\":\"/a\"}}"),
                whole("image", "M2", "{\"url\":\"http://a/b.png\"}"), whole("loading", "M3", "{\"message\":\"…\"}"),
                END);

        assertThat(reply.content().custom()).extracting(Object::toString).containsExactly(
                "{\"name\":\"action\",\"value\":{\"name\":\"navigate\",\"payload\":{\"to\":\"/a\"}}}",
                "{\"name\":\"image\",\"value\":{\"url\":\"http://a/b.png\"}}");
        assertThat(reply.warnings()).isEmpty();
    }

    @Test
    void anUnknownTypeIsAWarningAndIsKept() throws Exception {
        AgentReply reply = chunks.reply(whole("weather", "M1", "{\"c\":21}"), whole("weather", "M2", "{\"c\":22}"),
                END);

        assertThat(reply.warnings()).containsExactly(
                "'weather' is a type of chunk that Muster does not know; it was kept as a custom event");
        assertThat(reply.content().custom()).hasSize(2);
    }

    @Test
    void otherEventsAreNothing() throws Exception {
        AgentReply reply = chunks.reply(event("block_start", "{\"block_id\":\"B1\"}"), event("connecting", "null"),
                event("message_end", "{\"message_id\":\"M7\",\"type\":\"text\"}"), "{\"type\":\"event\"}", END);

        assertThat(reply.warnings()).isEmpty();
        assertThat(reply.content().custom()).isEmpty();
    }

    @Test
    void tokensAreToldAlsoOfAnAnswerThatFails() throws Exception {
        var _ = chunks.outcome(End.CLOSED, event("stream_end",
                "{\"status\":\"error\",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}"));

        assertThat(chunks.heard).containsExactly(new AgentEvent.Used(new Usage(3, 4)));
    }

    @Test
    void anErrorChunkIsTheOutcomeWhateverFollows() throws Exception {
        String error = whole("error", "M2", "{\"message\":\"no credit\",\"code\":\"stream_error\"}");
        var failure = AgentFailure.Agent.declared("agent error: no credit (stream_error)");

        assertThat(chunks.outcome(End.CLOSED, piece("text", "M1", "a"), error, END)).isEqualTo(failure);
        assertThat(chunks.outcome(End.CLOSED, error, event("stream_end",
                "{\"status\":\"error\",\"error\":\"streaming failed\"}"))).isEqualTo(failure);
        assertThat(chunks.outcome(End.BROKEN, error)).isEqualTo(failure);
        assertThat(chunks.outcome(End.CLOSED, whole("error", "M1", "{\"detail\":1}"), END)).isEqualTo(
                AgentFailure.Agent.declared("agent error: {\"detail\":1}"));
    }

    @Test
    void aStreamEndWithAnErrorIsTheOutcome() throws Exception {
        assertThat(chunks.outcome(End.CLOSED, piece("text", "M1", "a"), event("stream_end",
                "{\"status\":\"error\",\"error\":\"the model is gone\"}"))).isEqualTo(AgentFailure.Agent.declared(
                        "agent error: the model is gone"));
        assertThat(chunks.outcome(End.CLOSED, event("stream_end", "{\"status\":\"error\"}"))).isEqualTo(
                AgentFailure.Agent.declared("agent error: the agent's run failed, and it does not say why"));
    }

    @Test
    void aStreamWithoutStreamEndIsTruncated() throws Exception {
        assertThat(chunks.outcome(End.CLOSED, START, piece("text", "M1", "a"), ended("M1", "text"))).isEqualTo(
                new AgentFailure.Truncated("agent error: the stream was truncated, it ended before stream_end"));
        assertThat(chunks.outcome(End.BROKEN, START)).isEqualTo(new AgentFailure.Truncated(
                "agent error: the stream was truncated, the connection broke before stream_end"));
        assertThat(chunks.outcome(End.CLOSED, piece("text", "M1", "a"), "[DONE]")).isInstanceOf(
                AgentFailure.Truncated.class);
    }

    @Test
    void nothingIsReadAfterStreamEndAndLittleAfterAnError() throws Exception {
        assertThat(chunks.reader().event(END, true)).isEqualTo(Next.STOP);
        assertThat(chunks.reader().event(whole("error", "M1", "{\"message\":\"boom\"}"), true)).isEqualTo(Next.CLOSING);
        assertThat(chunks.reader().event(START, true)).isEqualTo(Next.GO_ON);
    }

    @Test
    void fieldsOfTheWrongTypeBreakTheProtocol() {
        broken("[]", "an event is not a JSON object");
        broken("{\"props\":{}}", "a chunk has no type");
        broken("{\"type\":7}", "type of a chunk is number, but must be a string");
        broken("{\"type\":\"text\",\"props\":[]}", "props of a chunk is array, but must be an object");
        broken("{\"type\":\"text\",\"delta_path\":1,\"delta\":true}",
                "delta_path of a chunk is number, but must be a string");
        broken(whole("text", "M1", "{\"content\":7}"), "content of a text chunk is number, but must be a string");
        broken(delta("thinking", "M1", "append", "", "{\"content\":{}}"),
                "content of a thinking chunk is object, but must be a string");
        broken(delta("text", "M1", "merge", "content", "{\"data\":{}}"),
                "content of a text chunk is object, but must be a string");
        broken("oops", "an event is not JSON: ");
    }

    @Test
    void noMutationOfAStreamDoesMoreThanBreakTheProtocol() {
        String[] sound = {START, delta("tool_call", "M1", "merge", "", "{\"id\":\"c1\",\"name\":\"f\"}"),
            arguments("M1",
                    "{}"),
            ended("M1", "tool_call"), piece("text", "M2", "Hello"), delta("image", "M3", "set", "a[0].b",
                    "{\"a\":[{\"b\":1}]}"),
            delta("image", "M3", "append", "a.0.c", "{\"x\":\"y\"}"), delta("image", "M3", "merge", "a", "{\"a\":{}}"),
            whole("error", "M4", "{\"message\":\"m\"}"), END};
        var random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            String[] stream = sound.clone();
            for (int n = 0; n < 3; n++) {
                int at = random.nextInt(stream.length);
                stream[at] = random.nextBoolean() ? mutated(stream[at], random) : sound[random.nextInt(sound.length)];
            }
            try {
                assertThat(chunks.outcome(End.CLOSED, stream)).isNotNull();
            } catch (StreamBroken e) {
                assertThat(e).message().isNotBlank();
            }
        }
    }

    private static String mutated(String chunk, Random random) {
        String[] bits = {"null", "7", "[]", "{}", "\"x\"", "\"a.0\"", "true", ",", "\"text\"", "\"image\""};
        int colon = chunk.indexOf(':', random.nextInt(chunk.length() + 1));
        int end = colon < 0 ? -1 : chunk.indexOf(',', colon);
        return end < 0 ? chunk.substring(0, random.nextInt(chunk.length() + 1))
                : chunk.substring(0, colon + 1) + bits[random.nextInt(bits.length)] + chunk.substring(end);
    }

    private void broken(String chunk, String message) {
        assertThatThrownBy(() -> chunks.reply(chunk)).isInstanceOf(StreamBroken.class)
                .hasMessageStartingWith(message);
    }

    private static String called(String message, String id, String name) {
        return delta("tool_call", message, "merge", "", "{\"id\":\"" + id + "\",\"name\":\"" + name + "\"}");
    }

    private static String arguments(String message, String piece) {
        return delta("tool_call", message, "append", "arguments", "{\"arguments\":\"" + piece + "\"}");
    }
}
