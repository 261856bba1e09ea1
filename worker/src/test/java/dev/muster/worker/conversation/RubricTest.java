package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AnswerFormat;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.worker.judging.HelperAnswer;
import dev.muster.worker.judging.RubricPrompt;
import dev.muster.worker.judging.ValidatorAnswers;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rubrics and comparisons: what the judge is sent, how its answers are read, and how samples are folded. */
class RubricTest {

    private static final Conversation CASE = new Conversation.Standard(List.of(Message.user("Where is my order?")));
    private static final HelperUse GPT = new HelperUse(Reference.connector("gpt"), Options.NONE);

    private static Assertion rubric(HelperUse judge, @Nullable Double threshold, int samples) {
        return Assertion.of(new HelperCheck.Rubric(judge, List.of("polite", "names the order"), threshold, samples));
    }

    private static AssertionResult result(Stage stage, Assertion assertion) throws InterruptedException {
        return stage.checking(assertion).hold(CASE).assertions().getFirst();
    }

    @Test
    void aModelGetsInstructionsAndAFencedMessageAndTheFormOfItsAnswer() throws Exception {
        var stage = new Stage(saying("It is R17."));
        stage.validator.then(reply("{\"reason\": \"it is\", \"passed\": true, \"score\": 0.9}"));

        var result = result(stage, rubric(GPT, null, 1));

        var request = stage.validator.requests.getFirst();
        var told = request.messages().getFirst().text();
        assertThat(request.endpoint().instructions()).startsWith("You judge the reply of an assistant");
        assertThat(request.endpoint().temperature()).isZero();
        assertThat(request.format()).isEqualTo(new AnswerFormat.Json(RubricPrompt.ANSWER));
        assertThat(told.replaceAll("t[0-9a-f]{32}", "TOKEN")).isEqualTo("""
                <<<CRITERIA TOKEN
                - polite
                - names the order
                TOKEN CRITERIA>>>

                <<<INPUT TOKEN
                Where is my order?
                TOKEN INPUT>>>

                <<<REPLY TOKEN
                It is R17.
                TOKEN REPLY>>>""");
        var sample = Objects.requireNonNull(Objects.requireNonNull(result.evidence()).found()).get(0);
        assertThat(sample.path("shown").asString()).isEqualTo(told);
        assertThat(sample.path("prompt").asString()).isEqualTo(RubricPrompt.VERSION);
        assertThat(sample.path("reason").asString()).isEqualTo("it is");
        assertThat(result.passed()).isTrue();
        assertThat(result.score()).isEqualTo(0.9);
    }

    @Test
    void anAgentKeepsItsInstructionsAndGetsMustersInTheMessage() throws Exception {
        var stage = new Stage(saying("It is R17."));
        stage.validator.then(reply("{\"passed\": true}"));

        var _ = result(stage, rubric(new HelperUse(Reference.agent("judge"), Options.NONE), null, 1));

        var request = stage.validator.requests.getFirst();
        assertThat(request.endpoint().instructions()).startsWith("You are ");
        assertThat(request.endpoint().temperature()).isNull();
        assertThat(request.messages().getFirst().text()).startsWith("You judge the reply").contains("\nIt is R17.\n");
    }

    @Test
    void eachSampleHasATokenOfItsOwnAndNoFixedTemperature() throws Exception {
        var stage = new Stage(saying("It is R17."));
        for (int n = 0; n < 3; n++) {
            stage.validator.then(reply("{\"passed\": true, \"score\": 1}"));
        }

        var _ = result(stage, rubric(GPT, null, 3));

        assertThat(stage.validator.requests).hasSize(3)
                .allSatisfy(request -> assertThat(request.endpoint().temperature()).isNull())
                .extracting(request -> request.messages().getFirst().text()).doesNotHaveDuplicates();
    }

    @Test
    void aServerThatRefusesTheFormIsAskedWithoutIt() throws Exception {
        var stage = new Stage(saying("It is R17."));
        stage.validator.then(AgentFailure.Agent.undeclared("agent error: HTTP 400: response_format is unknown"))
                .then(reply("Well: {\"passed\": false, \"score\": 0.1, \"reason\": \"rude\"} is my verdict."));

        var result = result(stage, rubric(GPT, null, 1));

        assertThat(stage.validator.requests.getLast().format()).isNull();
        assertThat(stage.validator.requests.getLast().endpoint().temperature()).isNull();
        assertThat(result.reason()).isEqualTo("the judge failed it: rude");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", value = {
        "{'passed': true, 'score': 0.9} | 0.8 | true | 0.9 | -",
        "{'passed': true, 'score': 0.7, 'reason': 'half'} | 0.8 | false | 0.7 | the judge failed it: its score 0.7 is below the threshold 0.8 (it says: half)",
        "{'passed': false, 'score': 0.9, 'reason': 'rude'} | 0.8 | false | 0.9 | the judge failed it: rude",
        "```json\n{'passed': false}\n``` | - | false | - | the judge failed it: it gave no reason",
        "I think {'passed': true} | - | true | - | -"})
    void theVerdictAndTheScoreBothDecide(String answer, @Nullable Double threshold, boolean passed,
            @Nullable Double score, @Nullable String reason) throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply(answer.replace('\'', '"')));

        var result = result(stage, rubric(GPT, threshold, 1));

        assertThat(result.passed()).isEqualTo(passed);
        assertThat(result.score()).isEqualTo(score);
        assertThat(result.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"I think it is fine.", "{\"passed\": \"yes\"}", "{\"score\": 0.9}", "", "} {", "true",
        "{\"passed\": true, \"score\": 7}", "It says {\"passed\": true}, so my verdict is {\"passed\": false}.",
        "{\"passed\": false, \"passed\": true}", "[{\"passed\": true}]", "```json\n[\n{\"passed\": true}]\n```"})
    void nonsenseIsAnErrorOfTheJudgeNeverAFailureOfTheAgent(String answer) throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply(answer));

        var ending = stage.checking(rubric(GPT, null, 1)).hold(CASE);

        assertThat(ending.verdict().status()).isEqualTo(Status.ERROR);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
        assertThat(ending.verdict().error()).startsWith("validator error: it gave no verdict");
    }

    @Test
    void anAnswerThatIsTooLongToBeOneIsNone() throws Exception {
        var stage = new Stage(saying("Hello."));
        stage.validator.then(reply("{\"passed\": true, \"reason\": \"" + "x".repeat(5_000_000) + "\"}"));

        var ending = stage.checking(rubric(GPT, null, 1)).hold(CASE);

        assertThat(ending.verdict().error()).isEqualTo(
                "validator error: it gave no verdict: its answer is longer than 100000 characters");
    }

    @Test
    void samplesBesideNonsenseAreKept() {
        var said = List.of(answer("{\"passed\": true, \"score\": 1}"), answer("Hm."),
                new HelperAnswer.Broke("it broke"),
                answer("{\"passed\": false, \"reason\": \"rude\"}"));

        var outcome = new ValidatorAnswers(rubric(GPT, null, 5), null, Cause.VALIDATOR_ERROR, "judge", "shown")
                .over(said);

        assertThat(Objects.requireNonNull(outcome.trouble()).error()).contains("it gave no verdict", "Hm.");
        var samples = outcome.results().getFirst().samples();
        assertThat(samples).hasSize(3).extracting(sample -> sample.path("ms").asInt()).containsOnly(5);
        assertThat(samples.get(0).path("passed").booleanValue()).isTrue();
        assertThat(samples.get(0).path("shown").asString()).isEqualTo("shown");
        assertThat(samples.get(1).has("passed")).isFalse();
        assertThat(samples.get(2).path("reason").asString()).isEqualTo("rude");
    }

    @Test
    void secretsAreMaskedBeforeWhatWasShownIsCut() throws Exception {
        var stage = new Stage(saying("x".repeat(3_720) + "secret-of-the-stage" + "y".repeat(9_000)));
        stage.secrets.add("secret-of-the-stage");
        stage.validator.then(reply("{\"passed\": true}"));

        var result = result(stage, rubric(GPT, null, 1));

        var shown = Objects.requireNonNull(Objects.requireNonNull(result.evidence()).found()).get(0).path("shown")
                .asString();
        assertThat(shown).contains("xxx***").hasSizeLessThan(8_100).endsWith("REPLY>>>").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({"0.2, 1", "0.2, 3", "0.2, 5", "0.35, 1", "0.35, 3", "0.35, 5"})
    void theMajorityIsWrongAsOftenAsTheorySays(double error, int samples) {
        int trials = 20_000;
        var random = new Random(21);
        var rubric = rubric(GPT, null, samples);
        var wrong = answer("{\"passed\": false, \"score\": 0.2}");
        var right = answer("{\"passed\": true, \"score\": 0.9}");

        long missed = IntStream.range(0, trials).filter(_ -> {
            var answers = Stream.generate(() -> random.nextDouble() < error ? wrong : right).limit(samples).toList();
            return new ValidatorAnswers(rubric, null, Cause.VALIDATOR_ERROR, "judge", "").over(answers).failed();
        }).count();

        double kept = 1 - error;
        double theory = switch (samples) {
            case 1 -> error;
            case 3 -> 3 * error * error * kept + Math.pow(error, 3);
            default -> 10 * Math.pow(error, 3) * kept * kept + 5 * Math.pow(error, 4) * kept + Math.pow(error, 5);
        };
        // 3.5 standard deviations of a binomial share: one trial in 2,000 would lie outside
        assertThat((double) missed / trials).isCloseTo(theory,
                Offset.offset(3.5 * Math.sqrt(theory * (1 - theory) / trials)));
    }

    @Test
    void theScoreIsTheMedian() {
        var answers = Stream.of("0.9", "0.85", "0.0").map(score -> answer("{\"passed\": true, \"score\": "
                + score + "}")).toList();

        var result = new ValidatorAnswers(rubric(GPT, 0.8, 3), 0.8, Cause.VALIDATOR_ERROR, "judge", "").over(answers)
                .results().getFirst();

        assertThat(result.passed()).isTrue();
        assertThat(result.score()).isEqualTo(0.85);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "[[1,0],[0,1],[3,4]] | 0.5 | true | 0.6 | -", "[[2,0],[5,0],[0,1]] | 0.99 | true | 1.0 | -",
        "[[1,0],[-1,0],[0,1]] | 0.1 | false | 0.0 | the comparison failed it: its score 0.0 is below the threshold 0.1 (it says: the nearest is \"b\")",
        "[[1,0],[3,4],[4,3]] | 0.81 | false | 0.8 | the comparison failed it: its score 0.8 is below the threshold 0.81 (it says: the nearest is \"b\")"})
    void theNearestTextCounts(String vectors, double threshold, boolean passed, double score, @Nullable String reason)
            throws Exception {
        var stage = new Stage(saying("It was sent."));
        stage.validator.then(reply(vectors));

        var result = result(stage, Assertion.of(new HelperCheck.Similar(GPT, List.of("a", "b"), threshold)));

        assertThat(stage.validator.requests.getFirst().format())
                .isEqualTo(new AnswerFormat.Embeddings(List.of("It was sent.", "a", "b")));
        assertThat(result.passed()).isEqualTo(passed);
        assertThat(result.score()).isEqualTo(score);
        assertThat(result.reason()).isEqualTo(reason);
    }

    @Test
    void vectorsThatCannotBeComparedAreAnErrorOfTheModel() throws Exception {
        var stage = new Stage(saying("It was sent."));
        stage.validator.then(reply("[[1,0],[1],[0,1]]"));

        var ending = stage.checking(Assertion.of(new HelperCheck.Similar(GPT, List.of("a", "b"), 0.5))).hold(CASE);

        assertThat(ending.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
    }

    @Test
    void aJudgeSlowerThanTheCaseUsesUpItsTime() {
        var late = new HelperAnswer.OutOfTime(Duration.ofSeconds(5), null);

        var outcome = new ValidatorAnswers(rubric(GPT, null, 1), null, Cause.VALIDATOR_ERROR, "judge", "")
                .over(List.of(late));

        assertThat(Objects.requireNonNull(outcome.trouble()).cause()).isEqualTo(Cause.TIMEOUT);
        assertThat(outcome.failed()).isFalse();
    }

    private static HelperAnswer answer(String text) {
        return new HelperAnswer.Answered(text, Usage.NONE, 5);
    }
}
