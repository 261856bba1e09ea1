package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
import static dev.muster.worker.conversation.ScriptedAgent.calling;
import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.calls;
import static dev.muster.worker.conversation.Stage.contains;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.ToolStub;
import dev.muster.common.model.Turn;
import dev.muster.common.model.Turn.Pace;
import dev.muster.common.model.Turn.Path;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.result.AwaitingState;
import dev.muster.common.result.Cause;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ScriptedConversationTest {

    @Test
    void everyWrittenTurnIsSaidEvenWhenTheAgentSeemsDone() throws Exception {
        var target = saying("What type of expense?").then(called("", "create_expense", "{\"amount\":3500}"))
                .then(reply("Expense submitted."));

        var ending = new Stage(target).hold(turns(turn("I want to submit an expense", contains("type")),
                turn("Travel, 3500", calls("create_expense")), turn("Yes, confirm", contains("submitted"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(turnsOf(ending)).extracting(each -> each.answer().awaiting()).containsExactly(
                AwaitingState.CONTENT_IS_QUESTION,
                AwaitingState.COMPLETED, AwaitingState.COMPLETED);
        assertThat(target.requests.getLast().messages()).extracting(Message::role).containsExactly("user", "assistant",
                "user", "assistant", "user");
        assertThat(target.requests).extracting(request -> request.conversationId()).containsOnly("talk-1");
    }

    @Test
    void aFailedTurnStopsTheConversationAndTheRestIsReportedAsNotRun() throws Exception {
        var target = saying("no");

        var ending = new Stage(target).checking(contains("never judged")).hold(
                turns(turn("a", contains("yes")), turn("b"), turn("c")));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.ASSERTION);
        assertThat(ending.assertions()).isEmpty();
        assertThat(turnsOf(ending)).extracting(each -> each.outcome().status()).containsExactly(Status.FAILED,
                Status.SKIPPED,
                Status.SKIPPED);
    }

    @Test
    void aTurnThatContinuesOnFailureFailsTheCaseAllTheSame() throws Exception {
        var target = saying("no", "second");
        var first = with(turn("a", contains("yes")), new ExpectedOutcome(null, true));

        var ending = new Stage(target).checking(contains("second")).hold(turns(first, turn("b")));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.assertions()).hasSize(1);
        assertThat(target.isDone()).isTrue();
    }

    @Test
    void aLastTurnThatFailsEndsTheCaseWithoutFinalAssertionsAsAnyOtherDoes() throws Exception {
        var ending = new Stage(saying("fine", "no")).checking(contains("no")).hold(
                turns(turn("a"), turn("b", contains("yes"))));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.ASSERTION);
        assertThat(ending.assertions()).isEmpty();
    }

    @Test
    void afterALastTurnThatContinuesOnFailureTheFinalAssertionsAreEvaluated() throws Exception {
        var last = with(turn("a", contains("yes")), new ExpectedOutcome(null, true));

        var ending = new Stage(saying("no")).checking(contains("no")).hold(turns(last));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.assertions()).hasSize(1);
    }

    @Test
    void aNameThatNoTurnSaidSoFarCapturedFailsTheTurnThatAsksForIt() throws Exception {
        var first = path("first", new Path(Map.of(), null, "last"));
        var passed = path("never said", new Path(Map.of("id", "$.id"), null, null));
        var last = turn("cancel ${captured.id}");

        var ending = new Stage(saying("ok")).hold(turns(first, passed,
                new Turn("last", last.content(), List.of(), last.options(), Map.of(), null, ExpectedOutcome.SUCCESS,
                        Pace.NONE, Path.ON)));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.ASSERTION);
        assertThat(ending.verdict().error())
                .isEqualTo("${captured.id} has no value: no earlier turn captured 'id'");
        assertThat(turnsOf(ending)).hasSize(3);
    }

    @Test
    void finalAssertionsReadTheLastReplyAndTheToolsOfAll() throws Exception {
        var target = new ScriptedAgent().then(called("one", "early", "{}")).then(reply("two"));

        var ending = new Stage(target).checking(calls("early"), contains("two"), contains("one"))
                .hold(turns(turn("a"), turn("b")));

        assertThat(ending.assertions()).extracting(each -> each.passed()).containsExactly(true, true, false);
    }

    @Test
    void aggregatedFinalsReadAllTexts() throws Exception {
        var ending = new Stage(saying("one", "two")).checking(contains("one\ntwo")).hold(
                new Conversation.Scripted(List.of(), List.of(turn("a"), turn("b")), new Then.End(), Finals.WHOLE));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void aFailureOfTheAgentIsToldAsTheFailureTableSays() throws Exception {
        var target = saying("fine").then(new AgentFailure.Agent("agent error: RUN_ERROR boom", true));

        var ending = new Stage(target).hold(turns(turn("a"), turn("b"), turn("c")));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.AGENT_ERROR);
        assertThat(ending.verdict().error()).isEqualTo("agent error: RUN_ERROR boom");
        assertThat(turnsOf(ending).get(1).outcome().error()).isEqualTo("agent error: RUN_ERROR boom");
    }

    @Test
    void aTurnThatIsToFailPassesForAnErrorThatTheAgentDeclares() throws Exception {
        var target = new ScriptedAgent().then(new AgentFailure.Agent("agent error: refused", true)).then(reply("on"));

        var ending = new Stage(target).hold(turns(with(turn("a"), new ExpectedOutcome(false, false)), turn("b")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void aDeadAgentNeverPassesATurnThatIsToFail() throws Exception {
        for (var failure : List.of(new AgentFailure.Unreachable("agent unreachable: refused"),
                new AgentFailure.Agent("agent error: HTTP 500", false), new AgentFailure.Timeout("timeout after 1s"),
                new AgentFailure.Truncated("agent error: cut off"), new AgentFailure.Protocol("agent error: order"))) {
            var ending = new Stage(new ScriptedAgent().then(failure))
                    .hold(turns(with(turn("a"), new ExpectedOutcome(false, false))));

            assertThat(ending.verdict().status()).as(failure.text()).isNotEqualTo(Status.PASSED);
            assertThat(ending.verdict().error()).startsWith(failure.text()).contains("an HTTP status never counts");
        }
    }

    @Test
    void aTurnThatIsToFailFailsWhenTheAgentAnswers() throws Exception {
        var ending = new Stage(saying("Gladly!")).hold(turns(with(turn("a"), new ExpectedOutcome(false, false))));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).contains("expected the agent to refuse or fail").contains("Gladly!");
    }

    @Test
    void aRefusalInWordsPassesByAPattern() throws Exception {
        var refusing = new ExpectedOutcome(false, false, Assertion.of(new TextCheck.Regex("(?i)i can(no|')t")));

        var refused = new Stage(saying("I can't do that.")).hold(turns(with(turn("a"), refusing)));
        var obeyed = new Stage(saying("Gladly!")).hold(turns(with(turn("a"), refusing)));

        assertThat(refused.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(turnsOf(refused).getFirst().assertions()).hasSize(1);
        assertThat(obeyed.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(obeyed.verdict().error())
                .isEqualTo("expected the agent to refuse or fail, but it answered \"Gladly!\"");
    }

    @Test
    void aRefusalInWordsPassesByAJudge() throws Exception {
        var judged = new HelperCheck.LlmJudge(agent("judge"), Json.MAPPER.readTree("{\"criteria\":[\"It refuses.\"]}"),
                Json.MAPPER.createObjectNode());
        var refusing = new ExpectedOutcome(false, false, Assertion.of(judged));
        var refused = new Stage(saying("Better not."));
        refused.validator.then(reply("{\"criteria\":[{\"met\":true}]}"));
        var open = new Stage(saying("Better not."));
        open.validator.then(reply("hm"));

        assertThat(refused.hold(turns(with(turn("a"), refusing))).verdict().status()).isEqualTo(Status.PASSED);
        var ending = open.hold(turns(with(turn("a"), refusing)));
        assertThat(ending.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
        assertThat(ending.verdict().status()).isEqualTo(Status.ERROR);
    }

    @Test
    void withoutEitherTheSentenceNamesBoth() throws Exception {
        var ending = new Stage(saying("I won't.")).hold(turns(with(turn("a"), new ExpectedOutcome(false, false))));

        assertThat(ending.verdict().error())
                .endsWith("a refusal in words passes by 'refusal: {pattern: …}' or 'refusal: "
                        + "{criteria: …}'");
    }

    @Test
    void aCourtesyThatSkipsAJudgedCaseIsAWarningThatNamesTheSetting() throws Exception {
        var courteous = new Stage(saying("Paid. Is there anything else?"))
                .hold(asking(null, OnMissingInput.SKIP, 9, turn("go", contains("Paid"))));
        var open = new Stage(saying("Is there anything else?")).hold(asking(null, OnMissingInput.SKIP, 9, turn("go")));

        assertThat(courteous.verdict().status()).isEqualTo(Status.SKIPPED);
        assertThat(courteous.warnings()).singleElement().asString().contains("on_missing_input: end", "text: off");
        assertThat(open.warnings()).isEmpty();
    }

    @Test
    void whatACaseSaysOfWaitingBeatsWhatIsSaidOfTheAgent() throws Exception {
        var stage = new Stage(saying("Is there anything else?"));
        stage.awaiting = new AwaitingRules(List.of(), AwaitingRules.Text.OFF, null);
        var other = new Stage(saying("Is there anything else?"));
        other.awaiting = stage.awaiting;

        assertThat(stage.hold(asking(null, OnMissingInput.FAIL, 9, turn("go"))).verdict().status())
                .isEqualTo(Status.PASSED);
        assertThat(other.hold(new Conversation.Scripted(List.of(), List.of(turn("go")),
                new Then.Ask(null, null, OnMissingInput.FAIL, 9,
                        new AwaitingRules(List.of(), AwaitingRules.Text.SEED, null)),
                Finals.LAST_REPLY)).verdict().cause()).isEqualTo(Cause.MISSING_INPUT);
    }

    @Test
    void aTurnsTimeIsWithinTheWholesAndEndsTheTurnAlone() throws Exception {
        var target = new ScriptedAgent().then(new AgentFailure.Timeout("timeout after 2s")).then(reply("ok"));
        var hasty = new Turn(null, turn("a").content(), List.of(), turn("a").options(), Map.of(), null,
                new ExpectedOutcome(null, true), new Pace(null, Duration.ofSeconds(2)), Path.ON);

        var ending = new Stage(target).within(Duration.ofSeconds(9)).hold(turns(hasty, turn("b")));

        assertThat(target.limits).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(9));
        assertThat(turnsOf(ending)).extracting(each -> each.outcome().status()).containsExactly(Status.FAILED,
                Status.PASSED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.AGENT_TIMEOUT);
    }

    @Test
    void aJsonReplyWithoutSuccessIsARefusal() throws Exception {
        var ending = new Stage(saying("{\"success\": false}"))
                .hold(turns(with(turn("a"), new ExpectedOutcome(false, false))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void whoIsNotWaitingIsDoneWithoutTheSimulator() throws Exception {
        var stage = new Stage(saying("All done."));

        var ending = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 5, turn("go")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(stage.simulator.requests).isEmpty();
    }

    @Test
    void theSimulatorAnswersWhileTheAgentWaitsUntilItsGoalIsAchieved() throws Exception {
        var stage = new Stage(saying("How much?", "When?", "Booked, right?"));
        stage.simulator.then(reply("{\"input\":\"$250\",\"reasoning\":\"asked for it\"}"))
                .then(reply("```json\n{\"input\":\"Yesterday\",\"goal_achieved\":true}\n```"));

        var ending = stage.hold(asking(agent("sim", "persona", "a clerk"), OnMissingInput.SKIP, 5, turn("go")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(turnsOf(ending)).extracting(each -> each.utterance().source()).containsExactly(InputSource.STATIC,
                InputSource.SIMULATED, InputSource.SIMULATED);
        assertThat(turnsOf(ending).getLast().utterance().goalAchieved()).isTrue();
        assertThat(stage.target.lastUserTexts()).containsExactly("go", "$250", "Yesterday");
        var told = Json.MAPPER.readTree(stage.simulator.requests.getFirst().messages().getLast().text());
        assertThat(told.path("persona").asString()).isEqualTo("a clerk");
        assertThat(told.path("last_response").asString()).isEqualTo("How much?");
        assertThat(told.path("turn_number").asInt()).isEqualTo(2);
        assertThat(told.path("max_turns").asInt()).isEqualTo(5);
        assertThat(told.path("test_mode").asString()).isEqualTo("simulator");
        assertThat(stage.simulator.requests.getFirst().endpoint().instructions()).isEqualTo("You are a clerk");
    }

    @Test
    void moreSimulatedTurnsThanAllowedFailTheCase() throws Exception {
        var stage = new Stage(saying("a?", "b?", "c?"));
        stage.simulator.then(reply("{\"input\":\"1\"}")).then(reply("{\"input\":\"2\"}"));

        var ending = stage.checking(contains("c")).hold(asking(agent("sim"), OnMissingInput.SKIP, 2, turn("go")));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.MAX_TURNS);
        assertThat(ending.verdict().error()).isEqualTo("max turns (2) exceeded");
    }

    @Test
    void aSimulatorThatRepeatsItselfIsAskedOnceMoreAndThenSkipsTheCase() throws Exception {
        var stage = new Stage(saying("a?", "b?"));
        stage.simulator.then(reply("{\"input\":\"same\"}")).then(reply("{\"input\":\"Same \"}"))
                .then(reply("{\"input\":\"same\"}"));

        var ending = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 9, turn("go")));

        assertThat(ending.verdict().status()).isEqualTo(Status.SKIPPED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.SIMULATOR_ERROR);
        assertThat(ending.verdict().skipReason()).startsWith("simulator error: sim repeats itself");
        assertThat(ending.end().again()).isTrue();
        assertThat(stage.simulator.isDone()).isTrue();
    }

    @Test
    void aSimulatorThatAnswersNothingSkipsTheTurnAndTheCase() throws Exception {
        var stage = new Stage(saying("a?"));
        stage.simulator.then(reply("")).then(reply("<think>hm</think>"));

        var ending = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 9, turn("go")));

        assertThat(ending.verdict().skipReason()).contains("answered without an input");
        assertThat(turnsOf(ending).getLast().outcome().status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    void whatASimulatorThinksIsNeverSaid() throws Exception {
        var stage = new Stage(saying("a?", "Thanks."));
        stage.simulator.then(reply("<think>I should say 5</think>Five"));

        var _ = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 9, turn("go")));

        assertThat(stage.target.lastUserTexts()).containsExactly("go", "Five");
    }

    @Test
    void aThoughtWhoseBeginningAServerSwallowedIsNotSaidEither() throws Exception {
        var stage = new Stage(saying("a?", "Thanks."));
        stage.simulator.then(reply("I should say 5</think>Five<think>or six"));

        var _ = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 9, turn("go")));

        assertThat(stage.target.lastUserTexts()).containsExactly("go", "Five");
    }

    @Test
    void timeThatTheSimulatorUsedUpIsNotTheAgents() throws Exception {
        var stage = new Stage(saying("a?")).within(Duration.ofSeconds(30));
        stage.simulator.then(reply("{\"input\":\"late\"}")).whileCalled(() -> stage.pass(Duration.ofSeconds(31)));

        var ending = stage.hold(asking(agent("sim"), OnMissingInput.SKIP, 9, turn("go")));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.TIMEOUT);
        assertThat(ending.verdict().error()).isEqualTo("timeout after 30s");
        assertThat(turnsOf(ending).getLast().utterance().source()).isEqualTo(InputSource.SIMULATED);
    }

    @Test
    void anAgentThatWaitsForNobodySkipsTheCaseWithItsQuestionAndAHint() throws Exception {
        var ending = new Stage(saying("Please provide PO number")).checking(contains("x"))
                .hold(asking(null, OnMissingInput.SKIP, 9, turn("go")));

        assertThat(ending.verdict().status()).isEqualTo(Status.SKIPPED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.MISSING_INPUT);
        var turn = turnsOf(ending).getLast();
        assertThat(turn.outcome().skipReason()).isEqualTo("Agent awaiting input, no next turn defined");
        assertThat(turn.answer().hint()).isEqualTo("Please provide PO number");
    }

    @Test
    void anUnforeseenSkipSaysWhetherItsAssertionsWereTried() throws Exception {
        assertThat(new Stage(saying("Really?")).checking(contains("x")).hold(unforeseen(turn("go"))).verdict().cause())
                .isEqualTo(Cause.UNCHECKED);
        assertThat(new Stage(saying("Really?")).hold(unforeseen(turn("go"))).verdict().cause())
                .isEqualTo(Cause.MISSING_INPUT);
        var judged = turn("go").with(List.of(contains("Really")));
        assertThat(new Stage(saying("Really?")).checking(contains("x")).hold(unforeseen(judged)).verdict().cause())
                .as("final assertions were not tried").isEqualTo(Cause.UNCHECKED);
        assertThat(new Stage(saying("Really?")).hold(unforeseen(judged)).verdict().cause())
                .isEqualTo(Cause.MISSING_INPUT);
    }

    private static Conversation unforeseen(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns),
                new Then.Ask(null, null, OnMissingInput.SKIP, 9, AwaitingRules.NONE, true), Finals.LAST_REPLY);
    }

    @Test
    void onMissingInputFailsOrEndsWhereTheSuiteSaysSo() throws Exception {
        var failed = new Stage(saying("Really?")).hold(asking(null, OnMissingInput.FAIL, 9, turn("go")));
        var ended = new Stage(saying("Really?")).checking(contains("Really"))
                .hold(asking(null, OnMissingInput.END, 9, turn("go")));

        assertThat(failed.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(failed.verdict().cause()).isEqualTo(Cause.MISSING_INPUT);
        assertThat(ended.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void noTurnAndNobodyToBeginIsNoInitialInput() throws Exception {
        var ending = new Stage(new ScriptedAgent()).hold(asking(null, OnMissingInput.END, 9));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).isEqualTo("no initial input");
    }

    @Test
    void aPersonIsAskedWhenThereIsNoSimulatorAndTheirTimeIsTheirOwn() throws Exception {
        var stage = new Stage(saying("How much?", "Thanks.")).within(Duration.ofSeconds(30));
        stage.people = (asker, question, hint, timeout) -> {
            stage.pass(Duration.ofMinutes(3));
            return Optional.of(asker.testId() + " says 5 to " + question);
        };

        var ending = stage.hold(asking(null, OnMissingInput.FAIL, 9, turn("go")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(stage.target.lastUserTexts()).containsExactly("go", "T says 5 to How much?");
        assertThat(turnsOf(ending).getLast().utterance().source()).isEqualTo(InputSource.INTERACTIVE);
    }

    @Test
    void aPersonWhoDoesNotAnswerLeadsToOnMissingInput() throws Exception {
        var stage = new Stage(saying("How much?"));

        var ending = stage.hold(asking(null, OnMissingInput.FAIL, 9, turn("go")));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.MISSING_INPUT);
    }

    @Test
    void aTextThatRepeatsALargeReplyIsAFaultOfTheTest() throws Exception {
        var target = saying("x".repeat(1_000_000), "ok");
        var capturing = new Turn(null, turn("a").content(), List.of(), turn("a").options(), Map.of(), null,
                ExpectedOutcome.SUCCESS, Pace.NONE, new Path(Map.of("x", "$.content"), null, null));

        var ending = new Stage(target).hold(turns(capturing,
                turn("${captured.x}".repeat(3_000))));

        assertThat(ending.verdict())
                .isEqualTo(Verdict.error(Cause.INFRASTRUCTURE, "the test is too large: a text of the "
                        + "test has more than 8 million characters after its names are filled in"));
        assertThat(ending.end().again()).isFalse();
        assertThat(target.requests).hasSize(1);
    }

    @Test
    void aConversationThatGrowsWithoutEndIsNotSentAgain() throws Exception {
        var large = "x".repeat(8_000_000);
        var target = saying(large, large, large, large, large, "ok");

        var ending = new Stage(target).hold(turns(turn("1"), turn("2"), turn("3"), turn("4"), turn("5"), turn("6")));

        assertThat(ending.verdict()).isEqualTo(Verdict.error(Cause.INFRASTRUCTURE, "agent refused: the conversation is "
                + "too large to go on: it has more than 32 million characters"));
        assertThat(ending.end().again()).isFalse();
        assertThat(target.requests).hasSizeLessThan(5);
    }

    @Test
    void capturedValuesStandInLaterTextsAndAreNotExpandedThemselves() throws Exception {
        var target = saying("{\"order\":{\"id\":\"${captured.other}\"}}", "ok");
        var first = new Turn(null, turn("a").content(), List.of(), turn("a").options(), Map.of(), null,
                ExpectedOutcome.SUCCESS, Pace.NONE, new Path(Map.of("id", "$.order.id"), null, null));

        var ending = new Stage(target).hold(turns(first, turn("cancel ${captured.id}")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(target.lastUserTexts()).containsExactly("a", "cancel ${captured.other}");
    }

    @Test
    void aCaptureThatFindsNothingFailsTheTurn() throws Exception {
        var first = new Turn(null, turn("a").content(), List.of(), turn("a").options(), Map.of(), null,
                ExpectedOutcome.SUCCESS, Pace.NONE, new Path(Map.of("id", "$.order.id"), null, null));

        var ending = new Stage(saying("plain")).hold(turns(first, turn("b")));

        assertThat(ending.verdict().error()).isEqualTo("capture id: the reply has nothing at $.order.id");
    }

    @Test
    void branchesFollowWhenAndGoto() throws Exception {
        var target = saying("yes", "confirmed", "bye");
        var confirm = path("confirm", new Path(Map.of(), contains("yes"), "end"));
        var refuse = path("refuse", new Path(Map.of(), contains("no"), null));
        var end = path("end", Path.ON);

        var ending = new Stage(target).hold(turns(turn("start"), confirm, refuse, end));

        assertThat(target.lastUserTexts()).containsExactly("start", "confirm", "end");
        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void manyTurnsWithoutAWayBackAreAllSent() throws Exception {
        var target = new ScriptedAgent();
        var turns = new Turn[203];
        for (int n = 0; n < turns.length; n++) {
            target.then(reply("yes"));
            turns[n] = turn("next");
        }

        assertThat(new Stage(target).hold(turns(turns)).verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void aScriptWithoutATurnIsNoInitialInput() throws Exception {
        var ending = new Stage(new ScriptedAgent()).checking(contains("anything")).hold(turns());

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).isEqualTo("no initial input");
    }

    @Test
    void aGotoThatLeadsBackForEverEnds() throws Exception {
        var target = new ScriptedAgent();
        for (int n = 0; n < 200; n++) {
            target.then(reply("again"));
        }

        var ending = new Stage(target).hold(turns(path("loop", new Path(Map.of(), null, "loop"))));

        assertThat(ending.verdict().error()).startsWith("max turns (200) exceeded: a 'goto' loops");
    }

    @Test
    void toolsOfTheTestAreOfferedAndAnswered() throws Exception {
        var target = new ScriptedAgent().then(calling("", "weather", "{\"city\":\"Rome\"}")).then(reply("Sunny."));
        var stub = new ToolStub("the weather", null, Json.MAPPER.readTree("{\"sky\":\"clear\"}"), null);

        var ending = new Stage(target).withTools(Map.of("weather", stub)).checking(calls("weather"))
                .hold(turns(turn("go", contains("Sunny"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(target.requests.getFirst().tools()).extracting(tool -> tool.name()).containsExactly("weather");
        var answer = target.requests.getLast().messages().getLast();
        assertThat(answer.role()).isEqualTo("tool");
        assertThat(answer.text()).isEqualTo("{\"sky\":\"clear\"}");
        assertThat(turnsOf(ending)).hasSize(1);
        assertThat(turnsOf(ending).getFirst().answer().toolResults()).hasSize(1);
    }

    @Test
    void aToolWithoutResultOrErrorStaysOpenUntilTheNextInput() throws Exception {
        var target = new ScriptedAgent().then(calling("", "weather", "{}")).then(reply("ok"));
        var stub = new ToolStub("the weather", null, null, null);

        var ending = new Stage(target).withTools(Map.of("weather", stub)).hold(turns(turn("go"), turn("on")));

        assertThat(turnsOf(ending)).hasSize(2);
        assertThat(turnsOf(ending).getFirst().answer().toolResults()).isEmpty();
        assertThat(target.requests).hasSize(2);
        assertThat(target.requests.getLast().messages()).extracting(Message::role).endsWith("tool", "user");
    }

    @Test
    void anAgentThatCallsTheTestsToolsForEverFails() throws Exception {
        var target = new ScriptedAgent();
        for (int n = 0; n < AgentSession.MOST_ROUNDS; n++) {
            target.then(calling("", "weather", "{}"));
        }
        var stub = new ToolStub(null, null, null, "down");

        var ending = new Stage(target).withTools(Map.of("weather", stub)).hold(turns(turn("go")));

        assertThat(ending.verdict().error()).contains("still calls tools of the test after 10 rounds");
    }

    @Test
    void aToolThatAsksIsAnsweredByTheNextInputItself() throws Exception {
        var target = new ScriptedAgent().then(calling("", "ask_user", "{}")).then(reply("ok"));

        var ending = new Stage(target).hold(turns(turn("go"), turn("blue")));

        assertThat(turnsOf(ending).getFirst().answer().awaiting()).isEqualTo(AwaitingState.TOOL_REQUIRES_CONFIRMATION);
        assertThat(target.requests.getLast().messages().getLast().role()).isEqualTo("tool");
        assertThat(target.requests.getLast().messages().getLast().text()).isEqualTo("blue");
        assertThat(target.lastUserTexts()).containsExactly("go");
    }

    @Test
    void anOpenCallOfAnotherToolIsAnsweredBeforeTheNextInput() throws Exception {
        var target = new ScriptedAgent().then(calling("", "render", "{}")).then(reply("ok"));

        var _ = new Stage(target).hold(turns(turn("go"), turn("next")));

        assertThat(target.requests.getLast().messages()).extracting(Message::role).containsExactly("user", "assistant",
                "tool", "user");
        assertThat(target.requests.getLast().messages().get(2).text())
                .isEqualTo("{\"error\":\"not available in this test\"}");
    }

    @Test
    void aReplyThatDeclaresItselfIsReadByItsContent() throws Exception {
        var target = saying("{\"content\":\"Amount\",\"awaiting_input\":true,\"input_hint\":\"e.g. $5\"}");

        var ending = new Stage(target).hold(asking(null, OnMissingInput.SKIP, 9, turn("go", contains("Amount"))));

        assertThat(turnsOf(ending).getFirst().answer().output()).isEqualTo("Amount");
        assertThat(turnsOf(ending).getFirst().answer().awaiting()).isEqualTo(AwaitingState.AGENT_DECLARED);
        assertThat(turnsOf(ending).getLast().answer().hint()).isEqualTo("e.g. $5");
    }

    @Test
    void aTurnWaitsBeforeItIsSaidWhereTheSuiteSaysSo() throws Exception {
        var stage = new Stage(saying("ok"));
        var late = new Turn(null, turn("a").content(), List.of(), turn("a").options(), Map.of(), null,
                ExpectedOutcome.SUCCESS, new Pace(Duration.ofSeconds(2), null), Path.ON);

        var _ = stage.hold(turns(late));

        assertThat(stage.pauses).containsExactly(Duration.ofSeconds(2));
    }

    private static Conversation turns(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.LAST_REPLY);
    }

    private static Conversation asking(@Nullable HelperUse simulator, OnMissingInput onMissing, int maxTurns,
            Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns),
                new Then.Ask(simulator, new Then.Person(Duration.ofMinutes(5)), onMissing, maxTurns),
                Finals.LAST_REPLY);
    }

    private static Turn with(Turn turn, ExpectedOutcome expected) {
        return new Turn(turn.name(), turn.content(), turn.assertions(), turn.options(), turn.tools(), turn.payload(),
                expected, turn.pace(), turn.path());
    }

    private static Turn path(String name, Path path) {
        return new Turn(name, turn(name).content(), List.of(), turn(name).options(), Map.of(), null,
                ExpectedOutcome.SUCCESS,
                Pace.NONE, path);
    }

    private static List<TurnResult> turnsOf(Ending ending) {
        return Objects.requireNonNull(ending.dialogue()).turns();
    }
}
