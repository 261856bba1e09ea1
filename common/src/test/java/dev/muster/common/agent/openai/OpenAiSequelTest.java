package dev.muster.common.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import org.junit.jupiter.api.Test;

/** Tests what a completion passes to the next call. Each chunk arrives a second after the previous one. */
class OpenAiSequelTest {

    private static final String STOP = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    private static final long SECOND = 1_000_000_000;

    private long now;

    @Test
    void theAnswerIsOneMessageWithItsCallsWhichAreAllPending() throws Exception {
        AgentReply reply = reply(0, delta("\"content\":\"Let\""), call(0, "c1"), call(1, "c2"), STOP);

        assertThat(reply.messages())
                .containsExactly(new Message("assistant", List.of(new ContentPart.Text("Let")), reply
                        .content().toolCalls(), null));
        assertThat(reply.content().toolCalls()).extracting("id").containsExactly("c1", "c2");
        assertThat(reply.pendingCalls()).containsExactly("c1", "c2");
        assertThat(reply.content().texts()).containsExactly("Let");
        assertThat(reply.interrupts()).isEmpty();
    }

    @Test
    void anAnswerWithoutAnythingAddsNothing() throws Exception {
        AgentReply reply = reply(0, STOP);

        assertThat(reply.messages()).isEmpty();
        assertThat(reply.content().texts()).isEmpty();
    }

    @Test
    void aRefusalIsToldEvenBesideContent() throws Exception {
        assertThat(reply(0, delta("\"refusal\":\"I can\""), delta("\"refusal\":\"not\""), STOP).content().refusal())
                .isEqualTo("I cannot");
        assertThat(reply(0, delta("\"content\":\"a\",\"refusal\":\"b\""), STOP).content().refusal()).isEqualTo("b");
        assertThat(reply(0, delta("\"content\":\"a\",\"refusal\":null"), STOP).content().refusal()).isNull();
    }

    @Test
    void aCallIsTimedFromItsFirstPieceToItsLastByArrival() throws Exception {
        AgentReply reply = reply(0, delta("\"content\":\"Let\""), call(0, "c1"), call(1, "c2"), call(0, "c1"), STOP);

        assertThat(reply.timeline()).isEqualTo(new Timeline(0, 5000, List.of(new CallTime("c1", 2000, 4000, -1),
                new CallTime("c2", 3000, 3000, -1)), false));
    }

    @Test
    void numbersOfCallsWithoutIdGoOnThroughTheConversation() throws Exception {
        AgentReply reply = reply(3, delta("\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"find\"}}]"), STOP);

        assertThat(reply.pendingCalls()).containsExactly("call_3");
        assertThat(reply.timeline().calls()).extracting("id").containsExactly("call_3");
    }

    private AgentReply reply(int callsBefore, String... chunks) throws StreamBroken {
        now = 0;
        var reader = new OpenAiAnswer(callsBefore, new ReplyAssembler(() -> now, event -> {}));
        for (String chunk : chunks) {
            now += SECOND;
            var _ = reader.event(chunk, true);
        }
        return (AgentReply) reader.end(End.CLOSED);
    }

    private static String call(int index, String id) {
        return delta("\"tool_calls\":[{\"index\":" + index + ",\"id\":\"" + id
                + "\",\"function\":{\"name\":\"find\",\"arguments\":\"\"}}]");
    }

    private static String delta(String members) {
        return "{\"choices\":[{\"index\":0,\"delta\":{" + members + "},\"finish_reason\":null}]}";
    }
}
