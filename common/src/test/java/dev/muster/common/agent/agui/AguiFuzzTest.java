package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.RunInput.Sent;
import dev.muster.common.agent.http.AnswerFuzzContract;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.ReplyAssembler;
import java.util.stream.Stream;

/** Any input from a server gives an outcome, in time. */
class AguiFuzzTest extends AnswerFuzzContract {

    static Stream<byte[]> seeds() {
        return bytes(stream("{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"a\",\"role\":\"assistant\"}",
                "{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"a\",\"delta\":\"hi\"}",
                "{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"a\"}"),
                stream("{\"type\":\"TOOL_CALL_START\",\"toolCallId\":\"c\",\"toolCallName\":\"pay\"}",
                        "{\"type\":\"TOOL_CALL_ARGS\",\"toolCallId\":\"c\",\"delta\":\"{\\\"a\\\":1}\"}",
                        "{\"type\":\"TOOL_CALL_END\",\"toolCallId\":\"c\"}",
                        "{\"type\":\"TOOL_CALL_RESULT\",\"messageId\":\"r\",\"toolCallId\":\"c\",\"content\":\"ok\"}"),
                stream("{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"a\":[1]}}",
                        "{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":2},"
                                + "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]}"),
                stream("{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{\"id\":\"m\",\"role\":\"user\",\"content\":\"x\"}]}"),
                stream("{\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"a\",\"delta\":\"hi\"}",
                        "{\"type\":\"TOOL_CALL_CHUNK\",\"toolCallId\":\"c\",\"toolCallName\":\"pay\",\"delta\":\"{}\"}",
                        "{\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":1}",
                        "{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}"));
    }

    @Override
    protected AnswerReader reader(ReplyAssembler reply) {
        return new AguiAnswer("run-1", new Sent(Set.of("m"), Set.of(), Set.of(), null), reply,
                () -> Instant.EPOCH);
    }

    private static String stream(String... events) {
        var all = new StringBuilder("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n");
        Stream.of(events).forEach(event -> all.append("data: ").append(event).append("\n\n"));
        return all.append("data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n").toString();
    }
}
