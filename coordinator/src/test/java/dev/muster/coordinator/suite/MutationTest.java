package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.suite.source.Mutations;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutationTest {

    private static final String SOUND = """
            // a comment
            {"id": "a", "input": "hi", "assertions": [{"type": "contains", "value": ["x"]}, "equals"], "expected": 1}
            {"id": "b", "messages": [{"role": "user", "content": [{"type": "text", "text": "t"},
              {"type": "image", "source": "file://./f.png"}, {"type": "image_url", "image_url": {"url": "u"}}]}],
             "options": {"skip": {"trace": true}, "metadata": {"k": [1, {}]}}, "timeout": "30s", "retries": 1}
            /* another */ [{"id": "c", "type": "single_turn", "turns": [{"input": "x", "attachments": []}]},
            {"id": "d", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function",
              "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "1", "content": "r"}],
             "assert": {"type": "tool_called", "value": {"name": "f", "arguments": {"a": "regex:x+"}}}, "skip": "later",
             "labels": {"l": true}, "agent": "chat", "connector": "gpt"}]
            """;

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noMutationOfASuiteDoesMoreThanGiveFaults(long seed) {
        var random = new Random(seed);
        var suite = ReadSuite.in(root).with("f.png", "x").with("t.jsonl", SOUND);
        int sound = suite.read("t.jsonl").cases().size();

        for (int i = 0; i < 500; i++) {
            var mutant = ReadSuite.in(root).with("t.jsonl", Mutations.of(SOUND, random)).read("t.jsonl");
            assertThat(mutant.cases().size() + mutant.faults().size()).isPositive();
            assertThat(mutant.faults()).allMatch(fault -> fault.matches("(?s)t\\.jsonl(:\\d+:\\d+)?: .+"));
        }
        assertThat(sound).isEqualTo(4);
    }
}
