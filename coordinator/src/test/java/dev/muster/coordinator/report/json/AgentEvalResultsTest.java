package dev.muster.coordinator.report.json;

import static dev.muster.common.result.AwaitingState.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestTurn;
import dev.muster.coordinator.report.Results;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Results with AgentEval's names. */
class AgentEvalResultsTest {

    @Test
    void aConversationIsOneTestRunWithItsTurns() throws Exception {
        var turns = TestTurn.script(TestTurn.written(1, "Book a flight", 10).replied("Booked.", COMPLETED).scoring(0.9)
                .run("run-1", new Usage(12, 3)),
                TestTurn.written(2, "Change the date", 20).replied("Changed.", COMPLETED)
                        .scoring(0.8))
                .turns();
        var stored = Results.stored(
                Results.passed("flight").dialogue(new Dialogue(Dialogue.Kind.SCRIPTED, null, turns, List.of(), 0.85,
                        Usage.NONE)));

        var test = written(stored).get(0);

        assertThat(test.path("testRunId").asString()).startsWith(stored.ref().run() + ".");
        assertThat(test.path("status").asString()).isEqualTo("Passed");
        assertThat(test.path("overallScore").asDouble()).isEqualTo(0.85);
        assertThat(test.path("turns")).hasSize(2);
        assertThat(test.at("/turns/0").toString()).startsWith("{\"turnNumber\":1,\"userMessage\":\"Book a flight\","
                + "\"agentResponse\":\"Booked.\",\"status\":\"Passed\",\"score\":0.9,\"agentRunId\":\"run-1\"");
        assertThat(test.at("/turns/1/score").asDouble()).isEqualTo(0.8);
    }

    @Test
    void everyVerdictHasAWordOfAgentEval() throws Exception {
        var tests = written(Results.stored(Results.passed("a").status(Status.FLAKY)),
                Results.stored(Results.failed("b")),
                Results.stored(Results.errors("c", "gone")), Results.stored(Results.skipped("d", "later")));

        assertThat(tests.valueStream().map(test -> test.path("status").asString())).containsExactly("Failed", "Failed",
                "Error", "Skipped");
        assertThat(tests.get(2).path("errorMessage").asString()).isEqualTo("gone");
        assertThat(tests.get(0).has("overallScore")).isFalse();
    }

    private static JsonNode written(StoredCase... cases) throws Exception {
        var out = new ByteArrayOutputStream();
        SampleRun.tell(JsonList.ofAgentEval(out), List.of(cases));
        return Json.MAPPER.readTree(out.toByteArray());
    }
}
