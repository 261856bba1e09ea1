package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.Trace;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Then;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.Turn;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnTimes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests AG-UI conversations: what assertions of a turn see, and what those of the test see. */
class AgUiConversationTest {

    private static final Assertion SEARCHED = required("search_inventory", CallCount.AT_LEAST_ONE, null);

    @Test
    void assertionsOfATurnSeeThatTurnOnly() throws Exception {
        var target = new ScriptedAgent().then(called("Found it.", "search_inventory", "{}")).then(reply("Paid."));

        var ending = stage(target).hold(test(turn("search", SEARCHED, text("^Found it\\.$")),
                turn("pay", forbidden("search_inventory"), text("^Paid\\.$"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void assertionsOfTheTestAreJudgedOnceOverAllTurns() throws Exception {
        var target = new ScriptedAgent().then(called("Found it.", "search_inventory", "{}"))
                .then(called("Paid.", "charge_card", "{}"));

        var ending = stage(target)
                .checking(SEARCHED, required("charge_card", CallCount.AT_LEAST_ONE, "search_inventory"),
                        text("Found it\\.\\nPaid\\."), forbidden("delete_order"))
                .hold(test(turn("search"), turn("pay")));

        assertThat(ending.assertions()).extracting(AssertionResult::passed).containsExactly(true, true, true, true);
        assertThat(turns(ending)).allSatisfy(turn -> assertThat(turn.assertions()).isEmpty());
    }

    @Test
    void everyTurnKeepsItsOwnTextAndCalls() throws Exception {
        var target = new ScriptedAgent().then(called("Found it.", "search_inventory", "{\"q\":\"ink\"}"))
                .then(called("Paid.", "charge_card", "{}"));

        var turns = turns(stage(target).hold(test(turn("search"), turn("pay"))));

        assertThat(turns).extracting(each -> each.utterance().turn()).containsExactly(1, 2);
        assertThat(turns).extracting(each -> each.answer().output()).containsExactly("Found it.", "Paid.");
        assertThat(turns).extracting(turn -> turn.answer().toolCalls().stream().map(ToolCall::name).toList())
                .containsExactly(List.of("search_inventory"), List.of("charge_card"));
    }

    @ParameterizedTest
    @CsvSource({"1, PASSED", "2, FAILED"})
    void aToolIsCalledExactlyOnceInTheWholeTest(int times, Status status) throws Exception {
        var target = new ScriptedAgent().then(called("Paid.", "charge_card", "{}"))
                .then(times == 1 ? reply("Bye.") : called("Paid again.", "charge_card", "{}"));

        var ending = stage(target).checking(required("charge_card", new CallCount(1, 1), null))
                .hold(test(turn("pay"), turn("bye")));

        assertThat(ending.verdict().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"search_inventory, checkout, PASSED", "checkout, search_inventory, FAILED"})
    void oneToolComesBeforeAnotherOverTurns(String first, String second, Status status) throws Exception {
        var target = new ScriptedAgent().then(called("1", first, "{}")).then(called("2", second, "{}"));

        var ending = stage(target).checking(required("checkout", CallCount.AT_LEAST_ONE, "search_inventory"))
                .hold(test(turn("a"), turn("b")));

        assertThat(ending.verdict().status()).isEqualTo(status);
    }

    @Test
    void allAssertionsOfABlockMustHold() throws Exception {
        var ending = stage(saying("Paid.")).hold(test(turn("pay", text("Paid"), SEARCHED, text("nothing"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(turns(ending).getFirst().assertions()).extracting(AssertionResult::passed).containsExactly(true,
                false, false);
    }

    @Test
    void aTestSeesEveryMessageOfEveryTurnAndTheResultKeepsThem() throws Exception {
        var two = reply("fine").with(new AgentReply.Content("fine", List.of(), List.of(), null, List.of(), null,
                List.of("error", "fine")));
        var none = clause(new AgUiClause.MustNotMatch("error"));

        var ending = stage(new ScriptedAgent().then(two)).checking(none).hold(test(turn("a", none)));

        assertThat(ending.assertions()).extracting(AssertionResult::passed).containsExactly(false);
        assertThat(turns(ending).getFirst().assertions()).extracting(AssertionResult::passed).containsExactly(true);
        assertThat(turns(ending).getFirst().answer().replies()).containsExactly("error", "fine");
    }

    @ParameterizedTest
    @CsvSource({"8700, PASSED", "8699, FAILED"})
    void theTimeOfATestIsThatOfItsTurns(long limit, Status status) throws Exception {
        var target = new ScriptedAgent().then(timed("1", 1_000, 1_500)).then(timed("2", 9_000, 9_700));

        var ending = stage(target).checking(clause(new AgUiClause.MaxDuration(limit)))
                .hold(test(turn("a", clause(new AgUiClause.MaxDuration(500))),
                        turn("b", clause(new AgUiClause.MaxDuration(700)))));

        assertThat(ending.verdict().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void callsAndTurnsSayWhenTheyWereDoneOnTheAgentsClockWhereItHasOne(boolean told) throws Exception {
        // Given
        long start = Stage.STARTED.toEpochMilli();
        var arrived = new Timeline(0, 900, List.of(new CallTime("c1", 100, 200, 700), new CallTime("c2", 300, 400, -1)),
                false);
        var events = told ? new Timeline(start + 10, start + 910, List.of(new CallTime("c1", start + 110, start + 210,
                start + 710)), true) : null;
        var stage = stage(new ScriptedAgent().then(calling(new Trace(arrived, events, List.of(), List.of()), "c1",
                "c2")));
        stage.pass(Duration.ofSeconds(2));
        long sent = start + 1_998; // an answer of this agent takes 2 ms

        // When
        var turn = turns(stage.hold(test(turn("a")))).getFirst();

        // Then
        assertThat(turn.answer().toolCalls()).extracting(ToolCall::doneAtMs).containsExactly(
                told ? start + 710 : sent + 700, told ? null : sent + 400);
        assertThat(turn.effort().times()).isEqualTo(new TurnTimes(sent, start + 2_000));
    }

    private static AgentReply calling(Trace trace, String... ids) {
        var plain = reply("done");
        var calls = Stream.of(ids).map(id -> new ToolCall(id, "f", Json.MAPPER.createObjectNode())).toList();
        return new AgentReply(AgentReply.Content.of("done", calls, List.of(), null, List.of()), "stop", false, null,
                plain.timing(), List.of(), plain.sequel(), trace);
    }

    private static AgentReply timed(String text, long from, long to) {
        var plain = reply(text);
        return new AgentReply(AgentReply.Content.of(text, List.of(), List.of(), null, List.of()), "stop", false, null,
                plain.timing(), List.of(), plain.sequel(),
                new Trace(Timeline.until(2), new Timeline(from, to, List.of(), true), List.of(), List.of()));
    }

    private static Stage stage(ScriptedAgent target) {
        return new Stage(target);
    }

    private static Conversation test(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.WHOLE);
    }

    private static Assertion required(String tool, CallCount count, @Nullable String after) {
        return clause(new AgUiClause.Require(tool, count, Map.of(), null, null, after));
    }

    private static Assertion forbidden(String tool) {
        return clause(new AgUiClause.Forbid(tool));
    }

    private static Assertion text(String pattern) {
        return clause(new AgUiClause.MustMatch(pattern));
    }

    private static Assertion clause(AgUiClause clause) {
        return Assertion.of(new ForeignCheck.AgUi(clause));
    }

    private static List<TurnResult> turns(Ending ending) {
        return Objects.requireNonNull(ending.dialogue()).turns();
    }
}
