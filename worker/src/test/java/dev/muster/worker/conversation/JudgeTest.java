package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.contains;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.script.ScriptFailed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests assertions that ask helpers: the documents of validators and scripts, and the meaning of their answers. */
class JudgeTest {

    private static final Conversation CASE = new Conversation.Standard(List.of(Message.user("Pay my dinner")));
    private static final HelperUse POLITE = agent("judge", "criteria", "polite", "expected_intent", "ask_type");

    @Test
    void aValidatorIsToldWhatWasSaidAndWhatToJudgeBy() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(called("What type?", "draft", "{\"amount\":250}")));
        stage.validator.then(reply("{\"passed\":true}"));

        var _ = stage.checking(judged(POLITE, null)).hold(CASE);

        assertThat(json(stage.validator.requests.getFirst().messages().getFirst().text())).isEqualTo(json("""
                {"test_mode": "validator", "test_id": "T", "session_id": "talk-1", "output": "What type?",
                 "input": "Pay my dinner", "criteria": "polite", "expected_intent": "ask_type",
                 "conversation": [{"role": "user", "content": "Pay my dinner"},
                                  {"role": "assistant", "content": "What type?"}],
                 "tool_calls": [{"name": "draft", "args": {"amount": 250}}], "tool_results": {}}"""));
    }

    @Test
    void whatAValidatorIsAskedIsInItsLabelAndInTheReason() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\": false, \"reason\": \"it is rude\"}"));

        var ending = stage.checking(judged(agent("judge", "criteria", "p" + "x".repeat(200)), null)).hold(CASE);

        assertThat(ending.assertions().getFirst().assertion().label())
                .isEqualTo("agent judge: \"p" + "x".repeat(119) + "…\"");
        assertThat(ending.assertions().getFirst().why())
                .isEqualTo("agent judge: \"p" + "x".repeat(119) + "…\": the validator failed it: it is rude");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", value = {
        "{\"passed\": true, \"score\": 0.9, \"reason\": \"kind\"} | true | 0.9 | -",
        "{\"passed\": false, \"score\": 0.2, \"reason\": \"it is rude\"} | false | 0.2 | the validator failed it: it is rude",
        "{\"pass\": true} | true | - | -",
        "Here: ~~~json {\"passed\": false} ~~~ | false | - | the validator failed it: it gave no reason",
        "<think>{\"passed\": true}</think>{\"passed\": false, \"reason\": \"no\"} | false | - | the validator failed it: no"})
    void whatAValidatorAnswersIsTheVerdict(String answer, boolean passed, @Nullable Double score,
            @Nullable String reason) throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply(answer.replace("~~~json ", "```json\n").replace(" ~~~", "\n```")));

        var ending = stage.checking(judged(POLITE, null)).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(passed ? Status.PASSED : Status.FAILED);
        assertThat(ending.assertions()).containsExactly(new AssertionResult(judged(POLITE, null), passed, reason,
                score));
    }

    @Test
    void aThresholdWithoutAScoreIsNoVerdict() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\": true}"));

        var ending = stage.checking(Assertion.of(new HelperCheck.Agent(POLITE, 0.5, 1))).hold(CASE);

        assertThat(ending.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
    }

    @Test
    void samplesShowHowFarTheyLieApart() throws Exception {
        var stage = new Stage(saying("Hello."));
        for (var score : List.of("0.9", "0.2", "0.4")) {
            stage.validator.then(reply("{\"passed\":" + score.equals("0.9") + ",\"score\":" + score
                    + ",\"reason\":\"r" + score + "\"}"));
        }

        var result = stage.checking(Assertion.of(new HelperCheck.Agent(POLITE, null, 3))).hold(CASE).assertions()
                .getFirst();

        assertThat(result.reason()).isEqualTo(
                "the validator failed it: r0.2 (1 of 3 samples passed, scores 0.20 to 0.90)");
        assertThat(Objects.requireNonNull(result.evidence()).found()).hasToString(
                "[{\"passed\":true,\"score\":0.9,\"reason\":\"r0.9\",\"ms\":0},{\"passed\":false,\"score\":0.2,\"reason\":"
                        + "\"r0.2\",\"ms\":0},{\"passed\":false,\"score\":0.4,\"reason\":\"r0.4\",\"ms\":0}]");
    }

    @Test
    void suggestionsOfAValidatorAreKeptWithItsReason() throws Exception {
        var stage = new Stage(saying("What?"));
        stage.validator.then(reply(
                "{\"passed\":false,\"reason\":\"it is rude\",\"suggestions\":[\"greet\",\"say please\"]}"));

        var ending = stage.checking(judged(POLITE, null)).hold(CASE);

        assertThat(ending.assertions().getFirst().reason())
                .isEqualTo("the validator failed it: it is rude (it suggests: greet; say please)");
    }

    @Test
    void aScoreBelowTheThresholdIsNamedWhereTheValidatorItselfAgreed() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\":true,\"score\":0.9,\"reason\":\"fine\"}"));

        var ending = stage.checking(judged(POLITE, 0.95)).hold(CASE);

        assertThat(ending.assertions().getFirst().reason()).isEqualTo(
                "the validator failed it: its score 0.9 is below the threshold 0.95 (it says: fine)");
    }

    @ParameterizedTest
    @CsvSource({"0.7, 0.8, PASSED", "0.9, 0.8, FAILED"})
    void aThresholdDecidesByTheScore(double threshold, double score, Status status) throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\":true,\"score\":" + score + "}"));

        assertThat(stage.checking(judged(POLITE, threshold)).hold(CASE).verdict().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "I would say so", "{\"score\": 1}", "{\"passed\": \"yes\"}",
        "{\"passed\": true, \"score\": 7}", "{\"passed\": true, \"score\": \"high\"}",
        "{\"passed\": true, \"score\": -0.1}",
        "<think>{\"passed\":true}"})
    void anAnswerWithoutAVerdictIsAnErrorAndTheCaseGoesRoundAgain(String answer) throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply(answer));

        var ending = stage.checking(judged(POLITE, null)).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(Status.ERROR);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
        assertThat(ending.verdict().error()).startsWith("validator error: it gave no verdict");
        assertThat(ending.end().again()).isTrue();
        assertThat(ending.assertions()).containsExactly(AssertionResult.broken(judged(POLITE, null),
                String.valueOf(ending.verdict().error())));
    }

    @Test
    void aScriptThatBreaksIsListedAndItsNeighboursAreJudged() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.scripts = (name, document, by) -> {
            throw new ScriptFailed("scripts:" + name + ": Error: no amount (scripts/tests/check.ts:3:9)");
        };

        var ending = stage.checking(contains("Hello"), scripted(null), contains("ello")).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(Status.ERROR);
        assertThat(ending.assertions()).extracting(AssertionResult::passed).containsExactly(true, false, true);
        assertThat(ending.assertions()).extracting(AssertionResult::failed).containsOnly(false);
        assertThat(ending.assertions().get(1).error()).isEqualTo(
                "script error: scripts:tests.check: Error: no amount (scripts/tests/check.ts:3:9)");
    }

    @Test
    void aScriptThatGivesNoVerdictIsNamed() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.scripts = (name, document, by) -> json("{\"ok\": 1}");

        var ending = stage.checking(scripted(null)).hold(CASE);

        assertThat(ending.verdict().error())
                .isEqualTo("script error: scripts:tests.check gave no verdict: it must answer true,"
                        + " false, or an object with 'pass' or 'passed', not \"{\"ok\":1}\"");
    }

    @Test
    void whatFailedBeatsWhatBroke() throws Exception {
        var stage = new Stage(saying("Hello."));

        var ending = stage.checking(scripted(null), contains("Bye")).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.assertions()).extracting(AssertionResult::failed).containsExactly(false, true);
    }

    @Test
    void aScriptThatUsedUpTheTimeOfTheCaseSaysHowLongItRan() throws Exception {
        var stage = new Stage(saying("Hello.")).within(Duration.ofSeconds(12));
        stage.scripts = (name, document, by) -> {
            throw ScriptFailed.late("scripts:" + name + " had run for 11s of the 30s that a call may take");
        };

        var ending = stage.checking(scripted(null)).hold(CASE);

        assertThat(ending.verdict().cause()).isEqualTo(Cause.TIMEOUT);
        assertThat(ending.verdict().error())
                .isEqualTo("timeout after 12s while the script was asked: scripts:tests.check had run"
                        + " for 11s of the 30s that a call may take");
    }

    @Test
    void staticAndJudgedAssertionsMix() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\":true}"));
        stage.scripts = (name, document, atMost) -> json("{\"pass\": false, \"message\": \"too short\"}");

        var ending = stage.checking(contains("Hello"), judged(POLITE, null), scripted(null)).hold(CASE);

        assertThat(ending.assertions()).extracting(AssertionResult::passed).containsExactly(true, true, false);
        assertThat(ending.assertions().getLast().reason()).isEqualTo("the script failed it: too short");
    }

    @Test
    void aScriptIsToldTheMetadataAndGivesTheVerdict() throws Exception {
        var told = Json.MAPPER.createArrayNode();
        var stage = new Stage(saying("{\"total\": 5}"));
        stage.scripts = (name, document, atMost) -> {
            told.addObject().put("name", name).set("document", document);
            return json("true");
        };

        var ending = stage.checking(scripted(json("[5]"))).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat((ObjectNode) told.get(0)).isEqualTo(json("""
                {"name": "tests.check", "document": {"output": {"total": 5}, "input": "Pay my dinner", "value": [5],
                 "context": {"test_id": "T", "metadata": {"min": 3}, "tool_calls": [], "tool_results": {},
                  "state": null, "messages": [{"role": "user", "content": "Pay my dinner"},
                                              {"role": "assistant", "content": "{\\"total\\": 5}"}]}}}"""));
    }

    private static Assertion judged(HelperUse who, @Nullable Double threshold) {
        return Assertion.of(new HelperCheck.Agent(who, threshold, 1));
    }

    private static Assertion scripted(@Nullable JsonNode value) {
        return Assertion.of(new HelperCheck.Script(new HelperUse(Reference.script("tests.check"),
                new Options(null, Map.of(), null, null, Map.of("min", json("3")))), value));
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
