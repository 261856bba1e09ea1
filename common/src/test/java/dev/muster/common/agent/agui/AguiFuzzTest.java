package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.FedStream;
import dev.muster.common.cost.Cost;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any input from a server gives an outcome, in time. */
class AguiFuzzTest {

    static Stream<byte[]> seeds() {
        return Stream.of(stream("{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"a\",\"role\":\"assistant\"}",
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
                        "{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}"))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedHasAnOutcome(byte[] body) throws Exception {
        read(body);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyStreamHasAnOutcome(byte[] body) throws Exception {
        read(body);
    }

    private static void read(byte[] body) throws Exception {
        AgentOutcome outcome = Cost.bounded(() -> FedStream.read(body, reader()));
        assertThat(outcome).isNotNull();
    }

    private static AguiAnswer reader() {
        return new AguiAnswer("run-1", new Sent(Set.of("m"), Set.of(), Set.of(), null), new Arrivals(() -> 0),
                () -> Instant.EPOCH, heard -> {});
    }

    private static String stream(String... events) {
        var all = new StringBuilder("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n");
        Stream.of(events).forEach(event -> all.append("data: ").append(event).append("\n\n"));
        return all.append("data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n").toString();
    }
}
