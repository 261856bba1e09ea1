package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the cost of a conversation, by the pricing of the called connector, and assertions about it. */
class CostTest {

    private static final Options PRICED = Options.NONE.withConnector("gpt");

    @Test
    void costIsToldPerTurnAndInSum() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(1_000, 500))).then(using(new Usage(500, 0)));

        var ending = new Stage(target).with(PRICED).hold(test(turn("a"), turn("b")));

        assertThat(turns(ending)).extracting(turn -> turn.effort().usage().costUsd())
                .containsExactly(new BigDecimal("0.006"), new BigDecimal("0.001"));
        assertThat(Objects.requireNonNull(Objects.requireNonNull(ending.reply()).usage()).costUsd())
                .isEqualByComparingTo("0.007");
    }

    @Test
    void helpersCostsAreTheirOwn() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(10, 3)));
        var stage = new Stage(target);
        stage.validator.then(answering("{\"passed\": true}", new Usage(1_000_000, 0)));
        var judge = new HelperUse(Stage.agent("judge").use(), PRICED);

        var ending = stage.checking(Assertion.of(new HelperCheck.Agent(judge, null, 1))).hold(test(turn("a")));

        var dialogue = Objects.requireNonNull(ending.dialogue());
        assertThat(dialogue.helpers().costUsd()).isEqualByComparingTo("2");
        assertThat(Objects.requireNonNull(Objects.requireNonNull(ending.reply()).usage()).costUsd()).isNull();
    }

    @Test
    void aCaseOfOneCallTellsWhatItsJudgeTook() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(using(new Usage(10, 3))));
        stage.validator.then(answering("{\"passed\": true}", new Usage(1_000_000, 0)));
        var judge = new HelperUse(Stage.agent("judge").use(), PRICED);

        var _ = stage.checking(Assertion.of(new HelperCheck.Agent(judge, null, 1)))
                .hold(new Conversation.Standard(List.of(Message.user("a"))));
        var alone = new Stage(new ScriptedAgent().then(using(new Usage(10, 3))));
        var _ = alone.hold(new Conversation.Standard(List.of(Message.user("a"))));

        assertThat(Objects.requireNonNull(stage.helped()).usage().costUsd()).isEqualByComparingTo("2");
        assertThat(alone.helped()).isNull();
    }

    @Test
    void aLimitHoldsForTheTurnAndForTheConversation() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(1_000, 500))).then(using(new Usage(1_000, 500)));
        var atMost = Assertion.of(new LimitCheck.MaxCost(new BigDecimal("0.006")));

        var ending = new Stage(target).with(PRICED).checking(atMost).hold(test(turn("a", atMost), turn("b", atMost)));

        assertThat(turns(ending)).flatExtracting(TurnResult::assertions).extracting("passed")
                .containsExactly(true, true);
        assertThat(ending.assertions()).extracting(AssertionResult::reason)
                .containsExactly("expected the cost to be at most $0.006, but it was $0.012");
    }

    @Test
    void aCallThatFailedCostsWhatItTold() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(1_000, 500))).then(
                new AgentFailure.Truncated("agent error: the stream was truncated"), new Usage(500, 0));
        var stage = new Stage(target).with(PRICED);

        var ending = stage.hold(test(turn("a"), turn("b")));

        assertThat(turns(ending)).extracting(turn -> turn.effort().usage().costUsd())
                .containsExactly(new BigDecimal("0.006"), new BigDecimal("0.001"));
        assertThat(stage.used()).isEqualTo(new Usage(1_500, 500).costing(new BigDecimal("0.007")));
    }

    @Test
    void aCallThatFailedAndToldNothingLeavesWhatIsKnown() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(1_000, 500)))
                .then(new AgentFailure.Timeout("timeout after 5s"));
        var stage = new Stage(target).with(PRICED);

        var _ = stage.hold(test(turn("a"), turn("b")));

        assertThat(stage.used()).isEqualTo(new Usage(1_000, 500).costing(new BigDecimal("0.006")));
    }

    @Test
    void aLimitOfTheConversationHoldsForTurnsThatFailedToo() throws Exception {
        var target = new ScriptedAgent()
                .then(new AgentFailure.Timeout("timeout after 5s"), new Usage(1_000, 500))
                .then(using(new Usage(1_000, 500)));
        var first = new Turn(null, turn("a").content(), List.of(), Options.NONE, Map.of(), null,
                new ExpectedOutcome(null, true), Turn.Pace.NONE, Turn.Path.ON);

        var ending = new Stage(target).with(PRICED).checking(Assertion.of(new LimitCheck.MaxTokens(2_999)))
                .hold(test(first, turn("b")));

        assertThat(ending.assertions()).extracting(AssertionResult::reason)
                .containsExactly("expected the tokens used to be at most 2999, but it was 3000 (2000 in, 1000 out)");
    }

    @Test
    void aJudgeThatFailedCostsWhatItTold() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(using(new Usage(10, 3))));
        stage.validator.then(AgentFailure.Agent.declared("agent error: no"), new Usage(1_000_000, 0));
        var judge = new HelperUse(Stage.agent("judge").use(), PRICED);

        var _ = stage.checking(Assertion.of(new HelperCheck.Agent(judge, null, 1)))
                .hold(new Conversation.Standard(List.of(Message.user("a"))));

        assertThat(Objects.requireNonNull(stage.helped()).usage().costUsd()).isEqualByComparingTo("2");
    }

    @Test
    void whatIsMissingForACostIsSaid() throws Exception {
        var cost = Assertion.of(new LimitCheck.MaxCost(BigDecimal.ONE));
        var negated = new Assertion(new LimitCheck.MaxCost(BigDecimal.ONE), true, null, null, 1);

        assertThat(reasons(new Stage(new ScriptedAgent().then(using(new Usage(1, 1)))).checking(cost, negated)))
                .hasSize(2).allSatisfy(reason -> assertThat(reason).endsWith("but there is no pricing for the agent: "
                        + "write 'pricing' into its connector in muster.yaml"));
        assertThat(reasons(new Stage(new ScriptedAgent().then(using(null))).with(PRICED).checking(cost, negated)))
                .hasSize(2).allSatisfy(reason -> assertThat(reason).endsWith(
                        "but the agent did not report how many tokens it used"));
    }

    @Test
    void aTurnWithoutTokensLeavesTheSumUnknown() throws Exception {
        var target = new ScriptedAgent().then(using(new Usage(1, 1))).then(using(null));
        var tokens = Assertion.of(new LimitCheck.MaxTokens(1_000));

        var ending = new Stage(target).with(PRICED).checking(tokens).hold(test(turn("a"), turn("b")));

        assertThat(ending.assertions()).extracting(AssertionResult::reason).containsExactly("expected the tokens used "
                + "to be at most 1000, but the agent did not report the tokens of all its answers");
    }

    private static List<String> reasons(Stage stage) throws InterruptedException {
        return stage.hold(test(turn("a"))).assertions().stream().map(result -> String.valueOf(result.reason()))
                .toList();
    }

    private static AgentReply using(@Nullable Usage usage) {
        return answering("ok", usage);
    }

    private static AgentReply answering(String text, @Nullable Usage usage) {
        return AgentReply.of(AgentReply.Content.of(text, List.of(), List.of(), null, List.of()), "stop", usage,
                reply("").timing());
    }

    private static Conversation test(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.LAST_REPLY);
    }

    private static List<TurnResult> turns(Ending ending) {
        return Objects.requireNonNull(ending.dialogue()).turns();
    }
}
