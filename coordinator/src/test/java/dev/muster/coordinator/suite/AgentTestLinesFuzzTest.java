package dev.muster.coordinator.suite;

import module java.base;

/** Agent-test suites as JSON values. */
class AgentTestLinesFuzzTest extends SuiteFuzzContract {

    AgentTestLinesFuzzTest() {
        super("t.jsonl");
    }

    static Stream<byte[]> seeds() {
        return texts("", ".jsonl",
                "{\"id\":\"a\",\"input\":\"hi\",\"assert\":{\"type\":\"tool_called\",\"value\":{\"name\":\"f\"}}}\n// x\n[{\"id\":1},]",
                "{\"id\":\"b\",\"simulator\":\"judge\",\"checkpoints\":[{\"id\":\"c\",\"assert\":\"equals\",\"after\":[]}]}");
    }
}
