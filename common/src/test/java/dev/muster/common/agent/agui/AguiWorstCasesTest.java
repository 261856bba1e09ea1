package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.agui.RunInput.Sent;
import dev.muster.common.agent.http.FedStream;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.testing.Cost;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Worst-case streams of a megabyte give an outcome in bounded time. */
@Tag("full")
class AguiWorstCasesTest {

    private static final int MOST = 1 << 20;

    static Stream<Arguments> streams() {
        return Stream.of(raw("no line end", "x".repeat(MOST)), raw("one long event", "data: " + "x".repeat(MOST)),
                raw("blank lines", "\n".repeat(MOST)), raw("lines of CR", "\r".repeat(MOST)),
                raw("empty data", "data\n".repeat(MOST / 5)), raw("empty events", "data\n\n".repeat(MOST / 6)),
                raw("colons", ":".repeat(MOST)), raw("ids", "id: 1\n".repeat(MOST / 6)),
                raw("retries", "retry: 99999999999999999999\n".repeat(MOST / 28)), raw("NUL", "\0".repeat(MOST)),
                raw("halves of characters", "data: \u00fc\n".repeat(MOST / 9)),
                events("deep JSON", i -> "[".repeat(MOST / 2)),
                events("events of no kind", i -> "{\"type\":\"X" + i + "\"}"),
                events("messages", i -> message("START", i) + ",\"role\":\"assistant\"}", i -> message("END", i) + "}"),
                events("one letter each", i -> i == 0 ? message("START", 0) + ",\"role\":\"assistant\"}"
                        : message("CONTENT", 0) + ",\"delta\":\"x\"}"),
                events("chunks", i -> message("CHUNK", i) + ",\"delta\":\"x\"}"),
                events("calls", i -> call("START", i) + ",\"toolCallName\":\"f\",\"parentMessageId\":\"m\"}",
                        i -> call("END", i) + "}"),
                events("pieces of one call", i -> i == 0 ? call("START", 0) + ",\"toolCallName\":\"f\"}"
                        : call("ARGS", 0) + ",\"delta\":\"[\"}"),
                events("steps", i -> "{\"type\":\"STEP_STARTED\",\"stepName\":\"" + i + "\"}"),
                events("restated messages", i -> "{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{\"id\":\"" + i
                        + "\",\"role\":\"assistant\",\"content\":\"x\"}]}"),
                events("small changes of a large state", i -> i == 0 ? largeState()
                        : "{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"replace\",\"path\":\"/b\",\"value\":1}]}"),
                events("copies of a large state", i -> i == 0 ? largeState()
                        : "{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]}"),
                events("changes that fail", i -> i == 0 ? largeState()
                        : "{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"remove\",\"path\":\"/x\"}]}"),
                events("an activity shown anew", i -> "{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"" + i % 2
                        + "\",\"activityType\":\"t\",\"content\":{\"a\":" + i + "}}"),
                events("small changes of a large activity", i -> i == 0
                        ? largeState().replace("STATE_SNAPSHOT", "ACTIVITY_SNAPSHOT").replace("snapshot", "content")
                                .replace("}}", "},\"messageId\":\"a\",\"activityType\":\"t\"}")
                        : "{\"type\":\"ACTIVITY_DELTA\",\"messageId\":\"a\",\"activityType\":\"t\","
                                + "\"patch\":[{\"op\":\"replace\",\"path\":\"/b\",\"value\":1}]}"),
                events("doubling", i -> i == 0 ? "{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"a\":[1]}}"
                        : "{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a\"}]}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void aStreamHasAnOutcomeInBoundedTime(String name, String text) throws Exception {
        var reader = new AguiAnswer("run-1", new Sent(Set.of(), Set.of(), Set.of(), null),
                new ReplyAssembler(() -> 0, heard -> {}), () -> Instant.EPOCH);

        var outcome = Cost.bounded(() -> FedStream.read(text.getBytes(StandardCharsets.UTF_8), reader));

        assertThat(outcome).as(name).isNotNull();
    }

    private static Arguments raw(String name, String text) {
        return Arguments.of(name, text);
    }

    @SafeVarargs
    private static Arguments events(String name, IntFunction<String>... each) {
        var text = new StringBuilder("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"run-1\"}\n\n");
        for (int i = 0; text.length() < MOST; i++) {
            for (var event : each) {
                text.append("data: ").append(event.apply(i)).append("\n\n");
            }
        }
        return Arguments.of(name, text.toString());
    }

    private static String message(String kind, int id) {
        return "{\"type\":\"TEXT_MESSAGE_" + kind + "\",\"messageId\":\"" + id + "\"";
    }

    private static String call(String kind, int id) {
        return "{\"type\":\"TOOL_CALL_" + kind + "\",\"toolCallId\":\"" + id + "\"";
    }

    private static String largeState() {
        return "{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"a\":[" + "1,".repeat(MOST / 4) + "1],\"b\":0}}";
    }
}
