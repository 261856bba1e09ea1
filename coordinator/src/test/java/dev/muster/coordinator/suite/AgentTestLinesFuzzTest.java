package dev.muster.coordinator.suite;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agent-test suites as JSON values. */
class AgentTestLinesFuzzTest {

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return SuiteFuzzing.seeds("", ".jsonl",
                "{\"id\":\"a\",\"input\":\"hi\",\"assert\":{\"type\":\"tool_called\",\"value\":{\"name\":\"f\"}}}\n// x\n[{\"id\":1},]",
                "{\"id\":\"b\",\"simulator\":\"judge\",\"checkpoints\":[{\"id\":\"c\",\"assert\":\"equals\",\"after\":[]}]}");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.jsonl", text);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyTextIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.jsonl", text);
    }
}
