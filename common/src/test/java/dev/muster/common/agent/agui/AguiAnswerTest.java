package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.FINISHED;
import static dev.muster.common.agent.agui.Stream.STARTED;
import static dev.muster.common.agent.agui.Stream.broken;
import static dev.muster.common.agent.agui.Stream.brokenAfterStart;
import static dev.muster.common.agent.agui.Stream.heard;
import static dev.muster.common.agent.agui.Stream.heardInVain;
import static dev.muster.common.agent.agui.Stream.outcome;
import static dev.muster.common.agent.agui.Stream.reply;
import static dev.muster.common.agent.agui.Stream.replyWhenSent;
import static dev.muster.common.agent.agui.Stream.wholeReply;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the contents of a reply. */
class AguiAnswerTest {

    private static final String[] CALL = {"TOOL_CALL_START toolCallId=c toolCallName=find parentMessageId=m",
        "TOOL_CALL_ARGS toolCallId=c delta=\"{\\\"q\\\":\"",
        "TOOL_CALL_ARGS toolCallId=c delta=\"7}\"", "TOOL_CALL_END toolCallId=c"};

    @Test
    void theTextIsThatOfTheLastAssistantMessageWithText() {
        AgentReply reply = reply(message("a", "assistant", "first"), message("b", "assistant", "last"), message("c",
                "user", "mine"), "TEXT_MESSAGE_START messageId=d", "TEXT_MESSAGE_END messageId=d");

        assertThat(reply.content().text()).isEqualTo("last");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.awaiting()).isFalse();
        assertThat(reply.content().state()).isNull();
        assertThat(reply.usage()).isNull();
    }

    @Test
    void aSubagentsTextCountsOnlyWhenTheParentSaidNothing() {
        String sub = "TEXT_MESSAGE_CHUNK messageId=s subagentRunId=s1 delta=sub";

        assertThat(reply("TEXT_MESSAGE_CHUNK messageId=a delta=parent", sub).content().text()).isEqualTo("parent");
        assertThat(reply(sub).content().text()).isEqualTo("sub");
    }

    @Test
    void aCallWithItsResultIsInBothLists() {
        AgentReply reply = reply(CALL[0], CALL[1], CALL[2], CALL[3],
                "TOOL_CALL_RESULT messageId=r toolCallId=c content=\"{\\\"found\\\":true}\" role=tool");

        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("find");
            assertThat(call.arguments().path("q").asInt()).isEqualTo(7);
        });
        assertThat(reply.content().toolResults()).singleElement().satisfies(result -> {
            assertThat(result.name()).isEqualTo("find");
            assertThat(result.content().path("found").asBoolean()).isTrue();
            assertThat(result.error()).isFalse();
        });
        assertThat(reply.finish()).isEqualTo("stop");
    }

    @Test
    void callsBeforeTheFinalMessageBelongToTheAnswer() {
        AgentReply reply = reply(message("a", "assistant", "Looking"), CALL[0], CALL[1], CALL[2], CALL[3],
                "TOOL_CALL_RESULT messageId=r toolCallId=c content=x", message("b", "assistant", "Found"));

        assertThat(reply.content().text()).isEqualTo("Found");
        assertThat(reply.content().texts()).containsExactly("Looking", "Found");
        assertThat(reply.content().toolCalls()).hasSize(1);
        assertThat(reply.content().toolResults()).hasSize(1);
    }

    @Test
    void aResultInPartsIsTheTextOfThem() {
        AgentReply reply = reply(CALL[0], CALL[3],
                "TOOL_CALL_RESULT messageId=r toolCallId=c content=[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\",\"source\":{\"type\":\"url\",\"value\":\"x\"}},{\"type\":\"text\",\"text\":\"b\"}]");

        assertThat(reply.content().toolResults().getFirst().content().stringValue()).isEqualTo("ab");
        assertThat(reply.warnings()).containsExactly(
                "the image in the content of TOOL_CALL_RESULT was left out; only text is kept");
    }

    @Test
    void aResultThatIsAnObjectWithErrorIsAnError() {
        assertThat(reply(CALL[0], CALL[3],
                "TOOL_CALL_RESULT messageId=r toolCallId=c content=\"{\\\"error\\\":\\\"no\\\"}\"").content()
                .toolResults()
                .getFirst().error()).isTrue();
    }

    @Test
    void aResultForAnUnknownCallHasNoName() {
        assertThat(reply("TOOL_CALL_RESULT messageId=r toolCallId=x content=done").content().toolResults().getFirst()
                .name())
                .isNull();
    }

    @Test
    void argumentsThatAreNoJsonAreKeptAsText() {
        AgentReply reply = reply(CALL[0], "TOOL_CALL_ARGS toolCallId=c delta=oops", CALL[3]);

        assertThat(reply.content().toolCalls().getFirst().arguments().stringValue()).isEqualTo("oops");
        assertThat(reply.warnings()).isEmpty();
    }

    @Test
    void noArgumentsAreAnEmptyObject() {
        assertThat(reply(CALL[0], CALL[3]).content().toolCalls().getFirst().arguments().toString()).isEqualTo("{}");
    }

    @Test
    void aCallLeftWithoutResultIsPending() {
        AgentReply reply = reply(CALL[0], CALL[3]);

        assertThat(reply.finish()).isEqualTo("tool_calls");
        assertThat(reply.awaiting()).isTrue();
    }

    @Test
    void anInterruptAwaitsTheUser() {
        assertThat(outcome(End.CLOSED, STARTED, FINISHED
                + " outcome={\"type\":\"interrupt\",\"interrupts\":[{\"id\":\"i\",\"reason\":\"ask\"}]}"))
                .isInstanceOfSatisfying(AgentReply.class, reply -> {
                    assertThat(reply.awaiting()).isTrue();
                    assertThat(reply.finish()).isEqualTo("interrupt");
                });
    }

    @Test
    void theCustomInterruptOfOlderLangGraphServersAwaitsTheUserToo() {
        AgentReply reply = reply("CUSTOM name=on_interrupt value={\"question\":\"sure?\"}");

        assertThat(reply.awaiting()).isTrue();
        assertThat(reply.content().custom()).singleElement().hasToString(
                "{\"name\":\"on_interrupt\",\"value\":{\"question\":\"sure?\"}}");
    }

    @Test
    void aCancelledRunSaysSo() {
        assertThat(outcome(End.CLOSED, STARTED, FINISHED + " outcome={\"type\":\"cancelled\"}"))
                .isInstanceOfSatisfying(AgentFailure.Cancelled.class, cancelled -> {
                    assertThat(cancelled.text()).isEqualTo("agent canceled the run");
                    assertThat(cancelled.reply().finish()).isEqualTo("cancelled");
                });
    }

    @Test
    void anUnknownOutcomeIsSuccessWithAWarning() {
        assertThat(outcome(End.CLOSED, STARTED, FINISHED + " outcome={\"type\":\"paused\"}")).isInstanceOfSatisfying(
                AgentReply.class, reply -> {
                    assertThat(reply.finish()).isEqualTo("stop");
                    assertThat(reply.warnings()).hasSize(1);
                });
    }

    @Test
    void usageIsTheSumOverModels() {
        assertThat(outcome(End.CLOSED, STARTED, FINISHED
                + " usage=[{\"inputTokens\":3,\"outputTokens\":4},{\"inputTokens\":10,\"model\":\"x\"}]"))
                .isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(reply.usage()).isEqualTo(new Usage(13,
                        4)));
    }

    @Test
    void stateIsTheSnapshotAndItsPatches() {
        AgentReply reply = reply("STATE_SNAPSHOT snapshot={\"items\":[]}",
                "STATE_DELTA delta=[{\"op\":\"add\",\"path\":\"/items/-\",\"value\":1}]");

        assertThat(reply.content().state()).hasToString("{\"items\":[1]}");
    }

    @Test
    void aPatchBeforeAnySnapshotPatchesTheEmptyStateThatWasSent() {
        assertThat(reply("STATE_DELTA delta=[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]").content().state())
                .hasToString(
                        "{\"a\":1}");
    }

    @Test
    void aPatchThatCanNotBeAppliedIsAWarningAndTheStateStays() {
        AgentReply reply = reply("STATE_SNAPSHOT snapshot={\"a\":1}",
                "STATE_DELTA delta=[{\"op\":\"replace\",\"path\":\"/a\",\"value\":2},{\"op\":\"remove\",\"path\":\"/b\"}]");

        assertThat(reply.content().state()).hasToString("{\"a\":1}");
        assertThat(reply.warnings()).containsExactly(
                "a STATE_DELTA could not be applied, operation 2: there is no '/b'");
    }

    @Test
    void anUnknownMemberIsAWarningOnce() {
        assertThat(reply("CUSTOM name=a value=1 colour=red", "CUSTOM name=b value=1 colour=blue").warnings())
                .containsExactly("the unknown member 'colour' of CUSTOM was dropped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT_MESSAGE_START messageId=7", "TEXT_MESSAGE_START", "TEXT_MESSAGE_START messageId=null",
        "TEXT_MESSAGE_START messageId=m role=[]", "TOOL_CALL_START toolCallId=c",
        "TOOL_CALL_START toolCallId=c toolCallName=n parentMessageId=1", "TEXT_MESSAGE_CHUNK messageId=m delta=1",
        "TOOL_CALL_RESULT messageId=r toolCallId=c content={}", "TOOL_CALL_RESULT messageId=r toolCallId=c",
        "STATE_SNAPSHOT", "STATE_DELTA delta={}", "MESSAGES_SNAPSHOT messages={}", "MESSAGES_SNAPSHOT messages=[1]",
        "CUSTOM name=n", "CUSTOM value=1", "STEP_STARTED stepName=1", "RUN_ERROR message=1",
        "RUN_FINISHED threadId=t runId=r outcome=success", "RUN_FINISHED threadId=t runId=r usage={}",
        "RUN_FINISHED threadId=t runId=r outcome={\"type\":\"interrupt\"}", "RUN_FINISHED runId=r",
        "RAW", "RAW event=1 source=1", "RAW event=1 metadata=1", "ACTIVITY_SNAPSHOT messageId=m content={}",
        "ACTIVITY_DELTA messageId=m activityType=t patch={}", "REASONING_ENCRYPTED_VALUE subtype=message entityId=x",
        "SUBAGENT_STARTED name=n", "SUBAGENT_ERROR subagentRunId=s", "RAW event=1 timestamp=noon",
        "RAW event=1 subagentRunId=1", "{\"type\":7}", "{}"})
    void aKnownFieldOfTheWrongTypeBreaksTheProtocol(String event) {
        assertThat(brokenAfterStart(event)).contains("must be ");
    }

    @Test
    void theSentenceSaysWhatIsWrongAndWhatWouldBeRight() {
        assertThat(brokenAfterStart("TEXT_MESSAGE_START messageId=7")).isEqualTo(
                "TEXT_MESSAGE_START.messageId is a number, but must be a string");
    }

    @Test
    void anOptionalFieldThatIsNullIsAbsent() {
        assertThat(reply("TEXT_MESSAGE_START messageId=m role=null timestamp=null rawEvent=null",
                "TEXT_MESSAGE_CONTENT messageId=m delta=x", "TEXT_MESSAGE_END messageId=m").content().text())
                .isEqualTo("x");
    }

    @Test
    void ofSeveralRunsOursIsTheOneThatWasAskedFor() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=old", "TEXT_MESSAGE_CHUNK messageId=o delta=old",
                "STATE_SNAPSHOT snapshot={\"kept\":1}", "RUN_FINISHED threadId=t runId=old", STARTED,
                "TEXT_MESSAGE_CHUNK messageId=m delta=ours", FINISHED)).isInstanceOfSatisfying(AgentReply.class,
                        reply -> {
                            assertThat(reply.content().text()).isEqualTo("ours");
                            assertThat(reply.content().state()).hasToString("{\"kept\":1}");
                        });
    }

    @Test
    void aSingleRunWithAnIdOfItsOwnIsTakenWithAWarning() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=own", "TEXT_MESSAGE_CHUNK messageId=m delta=x",
                "RUN_FINISHED threadId=t runId=own")).isInstanceOfSatisfying(AgentReply.class, reply -> {
                    assertThat(reply.content().text()).isEqualTo("x");
                    assertThat(reply.warnings()).hasSize(1);
                });
    }

    @Test
    void aSingleRunWithAnIdOfItsOwnThatToldNothingIsNoAnswer() {
        assertThat(broken("RUN_STARTED threadId=t runId=other", "RUN_FINISHED threadId=t runId=other"))
                .isEqualTo("agent error: the stream holds the run 'other', but not 'run-1', which was asked for");
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=other", "RUN_ERROR message=no")).isInstanceOf(
                AgentFailure.Agent.class);
    }

    @Test
    void severalRunsWithoutOursAreNamed() {
        assertThat(broken("RUN_STARTED threadId=t runId=a", "RUN_FINISHED threadId=t runId=a",
                "RUN_STARTED threadId=t runId=b", "RUN_ERROR message=no")).isEqualTo("agent error: the stream holds "
                        + "the runs 'a', 'b', but not 'run-1', which was asked for; the last one failed: no");
    }

    @Test
    void aForeignRunThatHasNoEndIsTruncated() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=a", "TEXT_MESSAGE_CHUNK messageId=m delta=x"))
                .isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void anActivityIsSomethingTold() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=own",
                "ACTIVITY_SNAPSHOT messageId=m activityType=t content={}", "RUN_FINISHED threadId=t runId=own"))
                .isInstanceOf(AgentReply.class);
    }

    @Test
    void theFailureOfAnotherRunOfTheStreamIsAWarning() {
        assertThat(wholeReply("RUN_STARTED threadId=t runId=old", "RUN_ERROR message=no code=E1", STARTED,
                "TEXT_MESSAGE_CHUNK messageId=m delta=ours", FINISHED)).satisfies(reply -> {
                    assertThat(reply.content().text()).isEqualTo("ours");
                    assertThat(reply.warnings()).containsExactly("another run of the stream failed: no (E1)");
                });
    }

    @Test
    void aConnectionThatBreaksAfterTheEndOfTheRunIsAWarning() {
        assertThat(outcome(End.BROKEN, STARTED, FINISHED)).isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(
                reply.warnings()).containsExactly("the connection broke after the end of the run"));
        assertThat(outcome(End.BROKEN, STARTED)).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void aRestatedMessageTakesThePlaceOfTheStreamedOne() {
        AgentReply reply = reply("TEXT_MESSAGE_CHUNK messageId=a delta=draft",
                "MESSAGES_SNAPSHOT messages=[{\"id\":\"u\",\"role\":\"user\",\"content\":\"hi\"},{\"id\":\"a\",\"role\":\"assistant\",\"content\":\"final\"}]");

        assertThat(reply.content().text()).isEqualTo("final");
    }

    @Test
    void whatASnapshotHoldsAfterTheLastUserMessageBelongsToTheRun() {
        AgentReply reply = reply("""
                {"type":"MESSAGES_SNAPSHOT","messages":[{"id":"x","role":"assistant","content":"earlier"},
                {"id":"u","role":"user","content":"hi"},
                {"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"find","arguments":"{}"}}]},
                {"id":"t","role":"tool","toolCallId":"c","content":"found"},
                {"id":"b","role":"assistant","content":"here"}]}""");

        assertThat(reply.content().text()).isEqualTo("here");
        assertThat(reply.content().toolCalls()).extracting("name").containsExactly("find");
        assertThat(reply.content().toolResults()).hasSize(1);
    }

    @Test
    void whatTheRequestHadIsNoNews() {
        AgentReply reply = replyWhenSent(Set.of("old", "c"),
                """
                {"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":"hi"},
                {"id":"old","role":"assistant","content":"earlier"},
                {"id":"renamed","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"find","arguments":"{}"}}]}]}""");

        assertThat(reply.content().text()).isEmpty();
        assertThat(reply.content().toolCalls()).isEmpty();
    }

    @Test
    void whatASnapshotLeavesOutIsGoneUnlessItIsStillOpen() {
        assertThat(
                reply("TEXT_MESSAGE_CHUNK messageId=a delta=draft", "MESSAGES_SNAPSHOT messages=[]").content().text())
                .isEmpty();
        assertThat(reply("TEXT_MESSAGE_START messageId=a", "TEXT_MESSAGE_CONTENT messageId=a delta=still",
                "MESSAGES_SNAPSHOT messages=[]", "TEXT_MESSAGE_END messageId=a").content().text()).isEqualTo("still");
    }

    @Test
    void tokensAreToldAlsoOfARunThatFails() {
        assertThat(heardInVain(STARTED, "RUN_ERROR message=no usage=[{\"inputTokens\":3,\"outputTokens\":4}]"))
                .containsExactly(new AgentEvent.Used(new Usage(3, 4)));
    }

    @Test
    void whatHappensIsHeardInOrder() {
        assertThat(heard("THINKING_START title=x", "THINKING_TEXT_MESSAGE_START",
                "THINKING_TEXT_MESSAGE_CONTENT delta=hm",
                "THINKING_TEXT_MESSAGE_END", "THINKING_END", "TEXT_MESSAGE_CHUNK messageId=m delta=Let", CALL[0],
                CALL[3], "TOOL_CALL_RESULT messageId=r toolCallId=c content=x")).satisfiesExactly(
                        event -> assertThat(event).isEqualTo(new AgentEvent.Reasoning("hm")),
                        event -> assertThat(event).isEqualTo(new AgentEvent.TextDelta("Let")),
                        event -> assertThat(event).isInstanceOf(AgentEvent.ToolCalled.class),
                        event -> assertThat(event).isInstanceOf(AgentEvent.ToolReturned.class));
    }

    private static String message(String id, String role, String text) {
        return "TEXT_MESSAGE_CHUNK messageId=" + id + " role=" + role + " delta=" + text;
    }
}
