package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.contains;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;

/** Tests cases with one call. */
class StandardConversationTest {

    private static final List<Message> HISTORY = List.of(Message.user("Dinner, $250"),
            new Message("assistant", List.of(new ContentPart.Text("Shall I?")),
                    List.of(new ToolCall("c1", "draft", Json.MAPPER.readTree("{\"amount\":250}"))), null),
            Message.tool("c1", "drafted"), Message.user("Yes"));

    @Test
    void aHistoryIsSentAsItIsInOneCall() throws Exception {
        var target = saying("Submitted. Is that all?");

        var ending = new Stage(target).checking(contains("Submitted")).hold(new Conversation.Standard(HISTORY));

        assertThat(target.requests).singleElement()
                .satisfies(request -> assertThat(request.messages()).isEqualTo(HISTORY));
        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(ending.messages()).isEqualTo(4);
        assertThat(ending.dialogue()).isNull();
    }

    @Test
    void allAssertionsAreJudgedAndOneThatFailsFailsTheCase() throws Exception {
        var holding = new Stage(saying("one two")).checking(contains("one"), contains("two"))
                .hold(new Conversation.Standard(HISTORY));
        var failing = new Stage(saying("one two")).checking(contains("three"), contains("one"), contains("four"))
                .hold(new Conversation.Standard(HISTORY));

        assertThat(holding.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(failing.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(failing.verdict().cause()).isEqualTo(Cause.ASSERTION);
        assertThat(failing.assertions()).extracting(AssertionResult::passed).containsExactly(false, true, false);
        assertThat(failing.assertions().getFirst().reason())
                .isEqualTo("expected the reply to contain \"three\", found \"one two\"");
    }
}
