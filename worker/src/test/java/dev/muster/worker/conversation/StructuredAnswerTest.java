package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Sequel;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent that waits for a decision gets one, not its text. */
class StructuredAnswerTest {

    private static AgentReply asking(String question) {
        var interrupt = new Interrupt("i-1", question, Json.MAPPER.createObjectNode(), false);
        var plain = reply(question);
        return new AgentReply(plain.content(), "interrupt", true, null, plain.timing(), List.of(),
                new Sequel(plain.said(), List.of(interrupt), List.of()), plain.trace());
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
