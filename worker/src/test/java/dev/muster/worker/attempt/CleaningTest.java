package dev.muster.worker.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.model.Source;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Difference;
import dev.muster.common.result.Evidence;
import dev.muster.common.result.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CleaningTest {

    @Test
    void evidenceIsCleanedAsTheReasonIs() {
        var evidence = new Evidence(node("\"x\""), node("{\"token\":[\"Bearer sk-12345678-abc\"]}"), "$.\0",
                List.of(new Difference("$.token", null, node("\"sk-12345678-abc\"")),
                        new Difference("$.b", node("1"), null)));

        var clean = new Cleaning(List.of("sk-12345678-abc")).clean(failed(evidence)).assertions().getFirst();

        assertThat(clean.evidence()).isEqualTo(new Evidence(node("\"x\""), node("{\"token\":[\"Bearer ***\"]}"),
                "$.\uFFFD", List.of(new Difference("$.token", null, node("\"***\"")),
                        new Difference("$.b", node("1"), null))));
    }

    private static JsonNode node(String text) {
        return Json.MAPPER.readTree(text);
    }

    private static CaseResult failed(Evidence evidence) {
        var result = new AssertionResult(Assertion.of(new Check.Regex("x")), false, "not so", null, evidence);
        return new CaseResult("s#a", "a", null, new Source("s", 1), Map.of(), "agent", null, Status.FAILED,
                Cause.ASSERTION, null, null, 1, "hi", List.of(), List.of(), null, List.of(result), Usage.NONE, 1, 1, 1,
                Instant.EPOCH, List.of(), null, null);
    }
}
