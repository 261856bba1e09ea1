package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import org.junit.jupiter.api.Test;

/** Tests AgentEval conversations: oracles, scores, runs, artifacts and tokens, turn by turn and in sum. */
class EvalConversationTest {

    @Test
    void oraclesOfTheTestJudgeAfterTheLastTurnOnly() throws Exception {
        var ending = new Stage(saying("{\"done\":false}", "{\"done\":true}")).checking(oracle("{\"done\":true}", 1))
                .hold(test(turn("a"), turn("b")));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(ending.assertions()).hasSize(1);
        assertThat(turns(ending)).allSatisfy(turn -> assertThat(turn.assertions()).isEmpty());
    }

    @Test
    void oraclesOfATurnJudgeBeforeTheNextTurn() throws Exception {
        var target = saying("{\"done\":false}");

        var ending = new Stage(target).hold(test(turn("a", oracle("{\"done\":true}", 1)), turn("b")));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(target.requests).hasSize(1);
        assertThat(turns(ending)).extracting(each -> each.outcome().status()).containsExactly(Status.FAILED,
                Status.SKIPPED);
    }

    @Test
    void theScoreIsTheMeanOverTurnsAndTheEnd() throws Exception {
        var first = new Turn(null, turn("a").content(), List.of(oracle("{\"x\":1,\"y\":2}", 1)), turn("a").options(),
                turn("a").tools(), null, new ExpectedOutcome(null, true), Turn.Pace.NONE, Turn.Path.ON);

        var ending = new Stage(saying("{\"x\":1}", "{\"x\":1}")).checking(oracle("{\"x\":1}", 2))
                .hold(test(first, turn("b", oracle("{\"x\":1}", 1))));

        assertThat(turns(ending)).extracting(TurnResult::score).containsExactly(0.5, 1.0);
        assertThat(dialogue(ending).score()).isEqualTo((0.5 + 1 + 2) / 4);
    }

    @Test
    void everyTurnIsARunOfItsOwn() throws Exception {
        var target = saying("a", "b");

        var ending = new Stage(target).hold(test(turn("a"), turn("b")));

        assertThat(target.requests).extracting(AgentRequest::runId).doesNotHaveDuplicates()
                .isEqualTo(turns(ending).stream().map(each -> each.utterance().runId()).toList());
        assertThat(target.requests).extracting(AgentRequest::conversationId).containsOnly("talk-1");
    }

    @Test
    void artifactsAreKeptWithTheirTurn() throws Exception {
        var file = Json.MAPPER.readTree("{\"name\":\"file\",\"value\":\"report.pdf\"}");
        var made = AgentReply.of(AgentReply.Content.of("Made it.", List.of(), List.of(), null, List.of(file)), "stop",
                null, reply("").timing());

        var ending = new Stage(saying("Hello.").then(made)).hold(test(turn("a"), turn("b")));

        assertThat(turns(ending)).extracting(each -> each.answer().artifacts()).containsExactly(List.of(),
                List.of(file));
    }

    @Test
    void tokensAreToldPerTurnAndInSum() throws Exception {
        var target = new ScriptedAgent().then(costing(10, 3)).then(costing(30, 4));

        var ending = new Stage(target).hold(test(turn("a"), turn("b")));

        assertThat(turns(ending)).extracting(each -> each.effort().usage()).containsExactly(new Usage(10, 3),
                new Usage(30, 4));
        assertThat(Objects.requireNonNull(ending.reply()).usage()).isEqualTo(new Usage(40, 7));
    }

    private static AgentReply costing(int input, int output) {
        return AgentReply.of(AgentReply.Content.of("ok", List.of(), List.of(), null, List.of()), "stop",
                new Usage(input, output), reply("").timing());
    }

    private static Conversation test(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.LAST_REPLY);
    }

    private static Assertion oracle(String expected, double weight) {
        var check = new ForeignCheck.Oracle("exact-match", Json.MAPPER.readTree("{\"mode\":\"partial\"}"),
                Json.MAPPER.readTree(expected));
        return new Assertion(check, false, null, null, weight);
    }

    private static List<TurnResult> turns(Ending ending) {
        return dialogue(ending).turns();
    }

    private static Dialogue dialogue(Ending ending) {
        return Objects.requireNonNull(ending.dialogue());
    }
}
