package dev.muster.coordinator.suite;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agent-test suites in YAML. */
class AgentTestYamlFuzzTest {

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return SuiteFuzzing.seeds("", ".none",
                "id: a\ninput: hi\nassertions:\n- {type: contains, value: [x, \"y\"]}\n--- # two\n- &x {id: b, input: |\n   c\n  }\n",
                "id: a\nturns:\n- {input: a, name: n, goto: n, when: {type: regex, value: a+}}\nsimulator: {use: judge}\n");
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
