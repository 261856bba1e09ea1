package dev.muster.common.agent.openai;

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
class OpenAiFuzzTest {

    static Stream<byte[]> seeds() {
        return Stream.of("""
                data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}

                data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """,
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\","
                        + "\"arguments\":\"{}\"}}]}}],\"usage\":{\"prompt_tokens\":1}}\n\n"
                        + "data: {\"choices\":[{\"delta\":{\"refusal\":\"no\"},\"finish_reason\":\"tool_calls\"}]}\n\n",
                "data: {\"error\":{\"message\":\"no\",\"code\":1}}\n\n",
                ":comment\nid: 1\nevent: x\nretry: 5\ndata\n\n")
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

    private static OpenAiAnswer reader() {
        var arrivals = new Arrivals(() -> 0);
        return new OpenAiAnswer(new Completion(0, arrivals, heard -> {}), arrivals, new Warnings(heard -> {}));
    }
}
