package dev.muster.coordinator.analysis.replay;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.testing.TestResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how stored results are judged again. */
final class ReplayTest {

    private static final Check HAS_A = new TextCheck.Contains(List.of("a"), false);
    private static final Check AT_PATH = new ValueCheck.JsonPath("$.state.x", null);

    private final Replay replay = new Replay();

    @Test
    void aVerdictThatStandsIsCounted() {
        var changes = replay.of(result("a", null, List.of(), new AssertionResult(Assertion.of(HAS_A), true, null)));

        assertThat(changes).isEmpty();
        assertThat(replay.stands()).isTrue();
        assertThat(replay.summary()).isEqualTo("Replay: 1 assertions give the same, 0 do not");
    }

    @Test
    void aVerdictThatComesOutAnotherWayIsTold() {
        var changes = replay.of(result("b", null, List.of(), new AssertionResult(Assertion.of(HAS_A), true, null)));

        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.place()).isEqualTo("reply");
            assertThat(change.today().passed()).isFalse();
            assertThat(change.today().reason()).contains("found \"b\"");
        });
        assertThat(replay.stands()).isFalse();
    }

    @Test
    void whatWasJudgedIsLookedAtWhereItWasKept() {
        var judged = Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(reply("{\"x\": 1}")), AgentReply.class);

        var changes = replay.of(result("text", judged, List.of(),
                new AssertionResult(Assertion.of(AT_PATH), true, null)));

        assertThat(changes).isEmpty();
        assertThat(replay.same()).isOne();
    }

    @Test
    void whatWasNotKeptIsNotGuessed() {
        var _ = replay.of(result("text", null, List.of(), new AssertionResult(Assertion.of(AT_PATH), true, null)));
        var _ = replay.of(result("a", null, List.of("the result was too large for a message; details were cut"),
                new AssertionResult(Assertion.of(HAS_A), false, "no")));
        var _ = replay.of(result(null, null, List.of(), new AssertionResult(Assertion.of(HAS_A), false, "no")));

        assertThat(replay.notKept()).isEqualTo(3);
        assertThat(replay.same()).isZero();
        assertThat(replay.stands()).isTrue();
    }

    @Test
    void nobodyIsAskedAgain() {
        var agent = new HelperCheck.Agent(new HelperUse(Reference.agent("judge"), Options.NONE), null, 1);

        var _ = replay.of(result("a", null, List.of(), new AssertionResult(Assertion.of(agent), false, "rude")));

        assertThat(replay.summary())
                .isEqualTo("Replay: 0 assertions give the same, 0 do not; 1 called an agent, a script"
                        + " or a database, and were not called again");
    }

    @Test
    void whatHadNoVerdictIsNoFailure() {
        var none = AssertionResult.broken(Assertion.of(HAS_A), "an assertion can't be run");
        var agent = new HelperCheck.Agent(new HelperUse(Reference.agent("judge"), Options.NONE), null, 1);

        assertThat(replay.of(result("b", null, List.of(), none))).hasSize(1);
        assertThat(replay.of(result("b", null, List.of(), AssertionResult.broken(Assertion.of(agent), "no verdict"))))
                .isEmpty();
    }

    @Test
    void whatATestInAScriptJudgedIsNotGuessed() {
        var result = result("b", null, List.of(), new AssertionResult(Assertion.of(HAS_A), true, null));

        assertThat(replay
                .of(TestResult.of("scripts/x.ts#T").agent("shop").response("b").assertions(result.assertions()).make()))
                .isEmpty();
        assertThat(replay.same()).isZero();
    }

    private static AgentReply reply(String state) {
        return AgentReply.of(
                AgentReply.Content.of("text", List.of(), List.of(), Json.MAPPER.readTree(state), List.of()), "stop",
                null, new AgentReply.Timing(1, 2, 3));
    }

    private static CaseResult result(@Nullable String response, @Nullable AgentReply judged, List<String> warnings,
            AssertionResult assertion) {
        return TestResult.of("s.jsonl#a").agent("shop").response(response).assertions(List.of(assertion))
                .warnings(warnings).judged(judged).make();
    }
}
