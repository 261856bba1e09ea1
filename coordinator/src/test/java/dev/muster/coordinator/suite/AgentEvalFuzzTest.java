package dev.muster.coordinator.suite;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AgentEval tests. */
class AgentEvalFuzzTest {

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return SuiteFuzzing.seeds("agent-eval", ".json",
                "{\"InputDefinition\":\"{\\\\\"userMessage\\\\\":\\\\\"a\\\\\"}\",\"ExpectedOutcomes\":{\"b\":1},\"Configuration\":{\"oracles\":[{\"type\":\"ExactMatch\"}]}}");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.json", text);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyTextIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.json", text);
    }
}
