package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.brokenAfterStart;
import static dev.muster.common.agent.agui.Stream.heard;
import static dev.muster.common.agent.agui.Stream.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how chunks open, continue and close items, and what closes them. */
class ChunkLanesTest {

    private static final String A = "TEXT_MESSAGE_CHUNK messageId=a delta=one";
    private static final String MORE = "TEXT_MESSAGE_CHUNK delta=two";

    @Test
    void aChunkOpensItsMessageAndAnotherGoesOnWithoutAnId() {
        assertThat(reply(A, MORE, "TEXT_MESSAGE_CHUNK messageId=a delta=three").content().text())
                .isEqualTo("onetwothree");
    }

    @Test
    void aChunkOpensItsCall() {
        AgentReply reply = reply("TOOL_CALL_CHUNK toolCallId=c toolCallName=find delta=\"{\\\"q\\\":\"",
                "TOOL_CALL_CHUNK delta=\"1}\"");

        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("c");
            assertThat(call.name()).isEqualTo("find");
            assertThat(call.arguments().path("q").asInt()).isEqualTo(1);
        });
    }

    @Test
    void aReasoningChunkIsReasoning() {
        assertThat(heard("REASONING_MESSAGE_CHUNK messageId=r delta=hm", "REASONING_MESSAGE_CHUNK delta=ok"))
                .containsExactly(new AgentEvent.Reasoning("hm"), new AgentEvent.Reasoning("ok"));
    }

    @Test
    void theFirstChunkOfAMessageMustHaveAnId() {
        assertThat(brokenAfterStart(MORE)).isEqualTo("the first TEXT_MESSAGE_CHUNK has no messageId");
        assertThat(brokenAfterStart("REASONING_MESSAGE_CHUNK delta=x")).isEqualTo(
                "the first REASONING_MESSAGE_CHUNK has no messageId");
    }

    @Test
    void theFirstChunkOfACallMustHaveAnIdAndAName() {
        assertThat(brokenAfterStart("TOOL_CALL_CHUNK toolCallName=n delta=x")).isEqualTo(
                "the first TOOL_CALL_CHUNK has no toolCallId");
        assertThat(brokenAfterStart("TOOL_CALL_CHUNK toolCallId=c delta=x")).isEqualTo(
                "the first TOOL_CALL_CHUNK of 'c' has no toolCallName");
    }

    @Test
    void anotherIdOfTheSameKindClosesIt() {
        assertThat(reply(A, "TEXT_MESSAGE_CHUNK messageId=b delta=next", MORE).content().text()).isEqualTo("nexttwo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT_MESSAGE_START messageId=b", "TOOL_CALL_START toolCallId=b toolCallName=n",
        "TOOL_CALL_CHUNK toolCallId=b toolCallName=n", "TOOL_CALL_RESULT messageId=b toolCallId=b content=x",
        "STEP_STARTED stepName=b", "STATE_SNAPSHOT snapshot=1", "STATE_DELTA delta=[]", "CUSTOM name=b value=1",
        "REASONING_START messageId=b", "REASONING_MESSAGE_CHUNK messageId=b", "THINKING_START",
        "MESSAGES_SNAPSHOT messages=[]"})
    void eachOfTheseClosesIt(String event) {
        assertThat(brokenAfterStart(A, event, MORE)).isEqualTo("the first TEXT_MESSAGE_CHUNK has no messageId");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RAW event=1", "ACTIVITY_SNAPSHOT messageId=x activityType=t content={}",
        "ACTIVITY_DELTA messageId=x activityType=t patch=[]",
        "REASONING_ENCRYPTED_VALUE subtype=message entityId=x encryptedValue=y", "UNKNOWN_EVENT",
        "SUBAGENT_STARTED subagentRunId=s name=n"})
    void noneOfTheseClosesIt(String event) {
        String close = event.startsWith("SUBAGENT") ? "SUBAGENT_FINISHED subagentRunId=s" : "RAW event=2";

        assertThat(reply(A, event, MORE, close).content().text()).isEqualTo("onetwo");
    }

    @Test
    void theEndOfTheRunClosesIt() {
        assertThat(reply("TOOL_CALL_CHUNK toolCallId=c toolCallName=n delta=\"{}\"").content().toolCalls()).hasSize(1);
    }

    @Test
    void anExplicitEventForItsIdEndsTheChunksSoThatTheTwoFormsDoNotMix() {
        assertThat(brokenAfterStart(A, "TEXT_MESSAGE_END messageId=a")).isEqualTo(
                "TEXT_MESSAGE_END for 'a', which is not open");
    }

    @Test
    void aClosedMessageMayGoOnByItsId() {
        assertThat(reply(A, "STATE_SNAPSHOT snapshot=1", "TEXT_MESSAGE_CHUNK messageId=a delta=two").content().text())
                .isEqualTo(
                        "onetwo");
    }

    @Test
    void aChunkMustNotGoOnWithWhatAStartOpened() {
        assertThat(brokenAfterStart("TEXT_MESSAGE_START messageId=a", A)).isEqualTo(
                "TEXT_MESSAGE_CHUNK for 'a', which is already open");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TEXT_MESSAGE_CHUNK messageId=a role=user              | TEXT_MESSAGE_CHUNK messageId=a role=assistant    | role
            TEXT_MESSAGE_CHUNK messageId=a                        | TEXT_MESSAGE_CHUNK delta=x role=user             | role
            TEXT_MESSAGE_CHUNK messageId=a name=Ann               | TEXT_MESSAGE_CHUNK messageId=a name=Bob          | name
            TOOL_CALL_CHUNK toolCallId=a toolCallName=search      | TOOL_CALL_CHUNK toolCallId=a toolCallName=delete | toolCallName
            TOOL_CALL_CHUNK toolCallId=a toolCallName=n parentMessageId=m | TOOL_CALL_CHUNK parentMessageId=o | parentMessageId
            """)
    void whatAChunkRepeatsMustBeTheSame(String first, String second, String member) {
        assertThat(brokenAfterStart(first, second)).contains(" for 'a' has the " + member + " '").contains(
                "', but began with '");
        assertThat(reply(first, first).warnings()).isEmpty();
    }

    @Test
    void aContinuationWithoutATagLeavesTheLanesOfOthersOpen() {
        assertThat(
                reply("TEXT_MESSAGE_START messageId=s subagentRunId=s1", A, "TEXT_MESSAGE_CONTENT messageId=s delta=x",
                        MORE, "TEXT_MESSAGE_END messageId=s", MORE).content().text())
                .isEqualTo("onetwotwo");
    }

    @Test
    void subagentsHaveLanesOfTheirOwn() {
        AgentReply reply = reply(A, "TEXT_MESSAGE_CHUNK messageId=s delta=sub subagentRunId=s1", MORE,
                "TEXT_MESSAGE_CHUNK delta=agent subagentRunId=s1");

        assertThat(reply.content().text()).isEqualTo("onetwo");
    }

    @Test
    void aChunkWithoutTagAndIdThatCouldGoOnWithSeveralIsRefused() {
        assertThat(brokenAfterStart("TEXT_MESSAGE_CHUNK messageId=s delta=x subagentRunId=s1",
                "TEXT_MESSAGE_CHUNK messageId=t delta=x subagentRunId=s2", MORE)).contains("could continue several");
    }

    @Test
    void aChunkWithoutTagAndIdGoesOnWithTheOnlyOne() {
        assertThat(reply("TEXT_MESSAGE_CHUNK messageId=s delta=one subagentRunId=s1", MORE).content().text())
                .isEqualTo("onetwo");
    }
}
