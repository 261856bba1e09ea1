package dev.muster.coordinator.suite;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AG-UI tests. */
class AgUiYamlFuzzTest {

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return SuiteFuzzing.seeds("ag-ui", ".yaml",
                "name: a\nhooks: [{cmd: [x]}]\nturns:\n- user: \"${A}\"\n  assert: {tools: {forbid: [b]}, text: {must_match: c}}\n");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.yaml", text);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyTextIsReadOrRefused(byte[] text) throws Exception {
        SuiteFuzzing.read(root, "t.yaml", text);
    }
}
