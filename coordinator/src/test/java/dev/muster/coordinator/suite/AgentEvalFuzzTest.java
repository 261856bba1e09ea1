package dev.muster.coordinator.suite;

import module java.base;

/** AgentEval tests. */
class AgentEvalFuzzTest extends SuiteFuzzContract {

    AgentEvalFuzzTest() {
        super("t.json");
    }

    static Stream<byte[]> seeds() {
        return texts("agent-eval", ".json",
                "{\"InputDefinition\":\"{\\\\\"userMessage\\\\\":\\\\\"a\\\\\"}\",\"ExpectedOutcomes\":{\"b\":1},\"Configuration\":{\"oracles\":[{\"type\":\"ExactMatch\"}]}}");
    }
}
