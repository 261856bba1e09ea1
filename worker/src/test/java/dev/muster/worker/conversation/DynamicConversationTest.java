package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
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
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;

final class DynamicConversationTest {

    @Test
    void theSimulatorOpensAndTheCasePassesWhenAllCheckpointsAreReached() throws Exception {
        var stage = new Stage(saying("What type?").then(called("Confirm?", "create_expense", "{}"))
                .then(reply("It is submitted")));
        stage.simulator.then(reply("{\"input\":\"Help me\"}")).then(reply("{\"input\":\"dinner\"}"))
                .then(reply("{\"input\":\"Yes\"}"));

        var ending = stage.hold(dynamic(10, point("ask_type", contains("type")),
                point("call_create", calls("create_expense"), "ask_type"),
                point("confirm", contains("submitted"), "call_create")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(checkpoints(ending)).extracting(CheckpointResult::reachedAtTurn).containsExactly(1, 2, 3);
        var told = Json.MAPPER.readTree(stage.simulator.requests.getLast().messages().getLast().text());
        assertThat(told.path("checkpoints_reached").toString()).isEqualTo("[\"ask_type\",\"call_create\"]");
        assertThat(told.path("checkpoints_pending").toString()).isEqualTo("[\"confirm\"]");
        assertThat(told.path("conversation").size()).isEqualTo(4);
    }

    @Test
    void aDependencyMayBeReachedInTheSameTurnWhateverTheOrderInTheFile() throws Exception {
        var stage = new Stage(saying("one two three"));
        stage.simulator.then(reply("{\"input\":\"go\"}"));

        var ending = stage.hold(dynamic(5, point("c", contains("three"), "b"), point("b", contains("two"), "a"),
                point("a", contains("one"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void aToolCheckpointSeesOnlyTheTurnItself() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(called("hm", "create", "{}")).then(reply("type?"))
                .then(reply("end")));
        stage.simulator.then(reply("{\"input\":\"1\"}")).then(reply("{\"input\":\"2\"}"))
                .then(reply("{\"input\":\"\",\"goal_achieved\":true}"));

        var ending = stage.hold(dynamic(5, point("ask", contains("type")), point("call", calls("create"), "ask")));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.GOAL_WITHOUT_CHECKPOINTS);
        assertThat(ending.verdict().error()).startsWith("missing checkpoints: call");
    }

    @Test
    void theLastInputOfAGoalIsSentAndCheckedFirst() throws Exception {
        var stage = new Stage(saying("done deal"));
        stage.simulator.then(reply("{\"input\":\"thanks\",\"goal_achieved\":true}"));

        var ending = stage.hold(dynamic(5, point("deal", contains("deal"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
    }

    @Test
    void maxTurnsCountEveryCallAndTellWhatIsMissing() throws Exception {
        var stage = new Stage(saying("a", "b"));
        stage.simulator.then(reply("{\"input\":\"2\"}"));

        var ending = stage.hold(new Conversation.Dynamic(List.of(), List.of(turn("1")), agent("sim"),
                List.of(point("x", contains("never"))), 2));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.MAX_TURNS);
        assertThat(ending.verdict().error())
                .startsWith("max turns (2) exceeded; missing checkpoints: x; checkpoint x failed: ")
                .contains("never");
    }

    @Test
    void anOptionalCheckpointIsNotWaitedFor() throws Exception {
        var stage = new Stage(saying("yes"));
        stage.simulator.then(reply("{\"input\":\"go\"}"));
        var optional = new Checkpoint("bonus", null, List.of(contains("extra")), List.of(), false);

        var ending = stage.hold(dynamic(5, point("yes", contains("yes")), optional));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(checkpoints(ending)).extracting(CheckpointResult::passed).containsExactly(true, false);
    }

    @Test
    void writtenTurnsGoFirstAndStopWhenEverythingIsReached() throws Exception {
        var stage = new Stage(saying("yes"));

        var ending = stage.hold(new Conversation.Dynamic(List.of(), List.of(turn("first"), turn("second")),
                agent("sim"), List.of(point("yes", contains("yes"))), 20));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(stage.simulator.requests).isEmpty();
        assertThat(Objects.requireNonNull(ending.dialogue()).turns().getLast().outcome().status())
                .isEqualTo(Status.SKIPPED);
    }

    @Test
    void aSimulatorThatBreaksFailsTheCaseAndMayGoRoundAgain() throws Exception {
        var stage = new Stage(new ScriptedAgent());
        stage.simulator.then(new AgentFailure.Agent("agent error: HTTP 500", false))
                .then(new AgentFailure.Agent("agent error: HTTP 500", false));

        var ending = stage.hold(dynamic(5, point("x", contains("x"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.SIMULATOR_ERROR);
        assertThat(ending.verdict().error()).isEqualTo("simulator error: agent error: HTTP 500");
        assertThat(ending.end().again()).isTrue();
    }

    @Test
    void theTimeOfTheCaseEndsItWithTheLimitInTheText() throws Exception {
        var stage = new Stage(saying("a")).within(Duration.ofMinutes(2));
        stage.target.whileCalled(() -> stage.pass(Duration.ofMinutes(3)));
        stage.simulator.then(reply("{\"input\":\"1\"}")).then(reply("{\"input\":\"2\"}"));

        var ending = stage.hold(dynamic(5, point("x", contains("x"))));

        assertThat(ending.verdict().error()).isEqualTo("timeout after 2m");
    }

    @Test
    void aCheckpointMayAskAValidator() throws Exception {
        var stage = new Stage(saying("hello", "please"));
        stage.simulator.then(reply("{\"input\":\"1\"}")).then(reply("{\"input\":\"2\"}"));
        stage.validator.then(reply("{\"passed\":false,\"reason\":\"rude\"}"))
                .then(reply("{\"passed\":true,\"score\":0.9}"));

        var ending = stage.hold(dynamic(5,
                point("polite", Assertion.of(new HelperCheck.Agent(agent("judge", "criteria", "polite"), null, 1)))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(checkpoints(ending).getFirst().reachedAtTurn()).isEqualTo(2);
    }

    private static Conversation dynamic(int maxTurns, Checkpoint... checkpoints) {
        return new Conversation.Dynamic(List.of(), List.<Turn>of(), agent("sim"), List.of(checkpoints), maxTurns);
    }

    private static Checkpoint point(String id, Assertion assertion, String... after) {
        return new Checkpoint(id, null, List.of(assertion), List.of(after), true);
    }

    private static List<CheckpointResult> checkpoints(Ending ending) {
        return Objects.requireNonNull(ending.dialogue()).checkpoints();
    }
}
