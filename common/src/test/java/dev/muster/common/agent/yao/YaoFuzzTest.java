package dev.muster.common.agent.yao;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.FedStream;
import dev.muster.common.agent.http.Warnings;
import dev.muster.common.cost.Cost;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any input from a server gives an outcome, in time. */
class YaoFuzzTest {

    static Stream<byte[]> seeds() {
        return Stream.of(stream(Chunks.START, Chunks.piece("text", "M1", "hi"), Chunks.piece("text", "M1", " you"),
                Chunks.ended("M1", "text"), Chunks.END),
                stream(Chunks.START,
                        Chunks.whole("tool_call", "M2", "{\"id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"}"),
                        Chunks.delta("text", "M3", "merge", "a.b[0]", "{\"c\":1}"),
                        Chunks.delta("text", "M3", "append", "content", "{\"content\":\"x\"}"),
                        Chunks.delta("text", "M3", "set", "a", "{\"a\":{}}"), Chunks.END),
                stream(Chunks.whole("error", "M4", "{\"message\":\"no\",\"code\":\"x\"}"), Chunks.END))
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

    private static YaoAnswer reader() {
        var arrivals = new Arrivals(() -> 0);
        var warnings = new Warnings(heard -> {});
        return new YaoAnswer(new YaoRun(arrivals, heard -> {}, warnings), arrivals, warnings);
    }

    private static String stream(String... chunks) {
        var all = new StringBuilder();
        Stream.of(chunks).forEach(chunk -> all.append("data: ").append(chunk).append("\n\n"));
        return all.toString();
    }
}
