package dev.muster.coordinator.suite;

import module java.base;

/** Agent-test suites in YAML. */
class AgentTestYamlFuzzTest extends SuiteFuzzContract {

    AgentTestYamlFuzzTest() {
        super("t.yaml");
    }

    static Stream<byte[]> seeds() {
        return texts("", ".none",
                "id: a\ninput: hi\nassertions:\n- {type: contains, value: [x, \"y\"]}\n--- # two\n- &x {id: b, input: |\n   c\n  }\n",
                "id: a\nturns:\n- {input: a, name: n, goto: n, when: {type: regex, value: a+}}\nsimulator: {use: judge}\n");
    }
}
