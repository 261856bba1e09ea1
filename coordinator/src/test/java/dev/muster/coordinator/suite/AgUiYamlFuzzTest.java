package dev.muster.coordinator.suite;

import module java.base;

/** AG-UI tests. */
class AgUiYamlFuzzTest extends SuiteFuzzContract {

    AgUiYamlFuzzTest() {
        super("t.yaml");
    }

    static Stream<byte[]> seeds() {
        return texts("ag-ui", ".yaml",
                "name: a\nhooks: [{cmd: [x]}]\nturns:\n- user: \"${A}\"\n  assert: {tools: {forbid: [b]}, text: {must_match: c}}\n");
    }
}
