package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that waits for a decision gets one, not its text. */
class StructuredAnswerTest {

    private static AgentReply asking(String question) {
        var interrupt = new Interrupt("i-1", question, Json.MAPPER.createObjectNode(), false);
        var plain = reply(question);
        return new AgentReply(plain.content(), "interrupt", true, null, plain.timing(), List.of(),
                new Sequel(plain.messages(), List.of(interrupt), List.of()), plain.trace());
    }

    private static Conversation turns(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.LAST_REPLY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"approve\":true,\"reason\":\"fine\"}|{\"approve\":true,\"reason\":\"fine\"}",
        "{\"value\":{\"amount\":7}}|{\"amount\":7}", "{\"value\":[1,2]}|[1,2]"})
    void anInterruptIsResumedWithIt(String written, String sent) throws Exception {
        var target = new ScriptedAgent().then(asking("Pay?")).then(reply("Paid"));

        var ending = new Stage(target).hold(turns(turn("Pay it"), turn(sent).answering(Json.MAPPER.readTree(written))));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        var continuation = target.requests.getLast().continuation();
        assertThat(continuation.resume()).singleElement()
                .satisfies(resume -> assertThat(resume.payload()).isEqualTo(Json.MAPPER.readTree(sent)));
        assertThat(continuation.answer()).isEqualTo(Json.MAPPER.readTree(sent));
    }

    private static Conversation simulated(int maxTurns) {
        return new Conversation.Scripted(List.of(), List.of(turn("Pay it")),
                new Then.Ask(Stage.agent("sim"), null, OnMissingInput.SKIP, maxTurns), Finals.LAST_REPLY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"answer\":{\"approve\":false,\"reason\":\"no\"}}|{\"approve\":false,\"reason\":\"no\"}",
        "{\"answer\":{\"value\":{\"amount\":7}},\"reasoning\":\"x\"}|{\"amount\":7}",
        "{\"answer\":{\"value\":null}}|null"})
    void aSimulatorMayGiveOne(String says, String sent) throws Exception {
        var stage = new Stage(new ScriptedAgent().then(asking("Pay?")).then(reply("Done")));
        stage.simulator.then(reply(says));

        var ending = stage.hold(simulated(5));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(stage.target.requests.getLast().continuation().resume()).singleElement()
                .satisfies(resume -> assertThat(resume.payload()).isEqualTo(Json.MAPPER.readTree(sent)));
        var told = Json.MAPPER.readTree(stage.simulator.requests.getFirst().messages().getLast().text());
        assertThat(told.path("interrupts").get(0).path("id").asString()).isEqualTo("i-1");
    }

    @Test
    void aSimulatorMayApproveTwiceButNotForEver() throws Exception {
        var target = new ScriptedAgent().then(asking("Pay?")).then(asking("Really?")).then(asking("And tip?"));
        var stage = new Stage(target);
        stage.simulator.then(reply("{\"answer\":{\"approve\":true}}")).then(reply("{\"answer\":{\"approve\":true}}"));

        var ending = stage.hold(simulated(2));

        assertThat(ending.verdict().error()).startsWith("max turns (2) exceeded");
        assertThat(stage.simulator.isDone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"answer\":\"yes\"}", "{\"answer\":{}}", "{\"answer\":{\"approve\":\"yes\"}}",
        "{\"answer\":{\"approve\":true,\"value\":1}}"})
    void aSimulatorsAnswerOfAnotherFormIsItsError(String says) throws Exception {
        var stage = new Stage(new ScriptedAgent().then(asking("Pay?")));
        stage.simulator.then(reply(says)).then(reply(says));

        var ending = stage.hold(simulated(5));

        assertThat(ending.verdict().skipReason()).isEqualTo("simulator error: sim has an 'answer' that is not"
                + " { approve: true or false, reason: … } or { value: any JSON }");
    }

    @Test
    void anAgentThatWaitsInWordsGetsItsJson() throws Exception {
        var target = new ScriptedAgent().then(reply("Shall I?")).then(reply("Done"));

        new Stage(target).hold(turns(turn("Go"),
                turn("{\"approve\":true}").answering(Json.MAPPER.readTree("{\"approve\":true}"))));

        assertThat(target.lastUserTexts()).containsExactly("Go", "{\"approve\":true}");
    }

    @Test
    void anAnswerThatNobodyWaitsForFailsItsTurn() throws Exception {
        var target = new ScriptedAgent().then(reply("Done.")).then(reply("Paid"));

        var ending = new Stage(target).hold(turns(turn("Pay it"),
                turn("{\"approve\":true}").answering(Json.MAPPER.readTree("{\"approve\":true}"))));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).startsWith("expected the agent to wait for an answer, but it did not");
        assertThat(target.lastUserTexts()).containsExactly("Pay it");
    }
}
